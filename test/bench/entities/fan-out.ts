import { fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { median } from '../measure.ts';
import { type Side, send } from './side.ts';

const WRITES = 20;

/** Whether the server has this stream of server-sent events. */
export function hasStream({ origin, headers }: Side, path: string): Promise<boolean> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const open = request({ hostname, port, path, headers }, (response) => {
      resolve(response.headers['content-type']?.startsWith('text/event-stream') ?? false);
      open.destroy();
    });
    open.on('error', reject).end();
  });
}

/** Deliveries per second: from sending one update until the last subscriber has it. */
export async function fanOut(side: Side, subscribers: number): Promise<number> {
  const child = fork(new URL('./subscribers.child.ts', import.meta.url));
  const ended = once(child, 'exit').then(() => {
    throw new Error(`The subscribers of ${side.name} have ended early.`);
  });
  ended.catch(() => undefined);
  const next = async (): Promise<unknown> => (await Promise.race([once(child, 'message'), ended]))[0];
  try {
    const { origin, headers, subscription } = side;
    child.send({ origin, headers, subscription, subscribers });
    await next();
    const times: number[] = [];
    // The first write is a warm-up.
    for (let write = -1; write < WRITES; write += 1) {
      const id = side.ids[write + 1] ?? '';
      child.send({ expect: id });
      await next();
      const delivered = next();
      const begun = performance.now();
      await send(side, side.update(id, { done: write % 2 === 0 }));
      await delivered;
      if (write >= 0) times.push(performance.now() - begun);
    }
    return (subscribers / median(times)) * 1000;
  } finally {
    child.kill('SIGKILL');
  }
}
