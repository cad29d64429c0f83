export type { LimitCounts } from '../ports/limits.ts';
export { openLimits } from './limits.ts';
