export { HomeScreen as Component } from '../../features/home/HomeScreen.tsx';
