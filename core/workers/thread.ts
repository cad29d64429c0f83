// Entry point of all worker threads.
import { threadId } from 'node:worker_threads';
import type { WorkerTask } from '../contract/index.ts';
import { type Answer, packError, type Signal, type Task } from './wire.ts';

/** Imports the task's module (cached by Node), runs its default export, and returns its value or its error. */
export default async function run({ url, input, port }: Task): Promise<Answer> {
  const controller = new AbortController();
  port.on('message', (signal: Signal) => {
    if (signal.kind === 'abort') controller.abort(new DOMException(signal.reason, 'AbortError'));
  });
  try {
    const task = ((await import(url)) as { default?: WorkerTask<unknown, unknown> }).default;
    if (typeof task !== 'function') throw new Error(`The worker module ${url} has no default export that is a function.`);
    port.postMessage({ kind: 'loaded', threadId } satisfies Signal);
    return { ok: true, value: await task(input, { signal: controller.signal }) };
  } catch (error) {
    return { ok: false, error: packError(error) };
  } finally {
    port.close();
  }
}
