export { openLimits } from './limits.ts';
