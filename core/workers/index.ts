export * from './errors.ts';
export * from './workers.ts';
