export { InviteScreen as Component } from '../../features/auth/InviteScreen.tsx';
