import { User } from './auth.ts';

export { currentUser as me, login, logout, updateMyUserData } from './auth.ts';
export { User };
export default User;
