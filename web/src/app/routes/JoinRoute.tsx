export { JoinScreen as Component } from '../../features/auth/JoinScreen.tsx';
