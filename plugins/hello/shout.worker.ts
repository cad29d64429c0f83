import type { WorkerTask } from '@sayso/core';

/** Runs in a worker thread, for CPU-bound work that would block the event loop. */
const shout: WorkerTask<string, string> = (text) => text.toUpperCase();
export default shout;
