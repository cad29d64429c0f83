export type { Workers } from '../ports/workers.ts';
export * from './errors.ts';
export * from './workers.ts';
