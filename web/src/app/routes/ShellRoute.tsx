export { Shell as Component } from '../Shell.tsx';
