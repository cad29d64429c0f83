export { AuthHandlerScreen as Component } from '../../features/auth/AuthHandlerScreen.tsx';
