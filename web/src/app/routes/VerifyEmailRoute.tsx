export { VerifyEmailScreen as Component } from '../../features/auth/VerifyEmailScreen.tsx';
