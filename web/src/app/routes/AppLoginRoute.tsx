export { AppLoginScreen as Component } from '../../features/auth/AppLoginScreen.tsx';
