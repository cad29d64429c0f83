export { FairQueue, type FairQueueOptions, type Place, type Tenant } from './fair-queue.ts';
