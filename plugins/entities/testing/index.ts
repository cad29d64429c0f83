export { effectsOf } from '../permissions.ts';
