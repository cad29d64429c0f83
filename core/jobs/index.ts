export type { Clock } from './clock.ts';
export { type Jobs, type JobsOptions, openJobs } from './jobs.ts';
