import type { WorkerTask } from '@sayso/core';

/** Runs in a thread of its own: for work that would keep others waiting. */
const shout: WorkerTask<string, string> = (text) => text.toUpperCase();
export default shout;
