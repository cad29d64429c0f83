export type { Jobs } from '../ports/jobs.ts';
export { openJobs } from './jobs.ts';
