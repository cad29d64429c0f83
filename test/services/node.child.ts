import { z } from 'zod';
import { openJobs } from '../../core/jobs/index.ts';
import { createLogger } from '../../core/logger.ts';
import { openMongoStore } from '../../core/store/index.ts';

// This package depends on an older zod, for the clients that it tests; its schemas work here as well.
/**
 * A node that runs jobs until it is killed. `count` writes ten steps and prints each one; a retry skips the steps that are done. `tick`
 * recurs. With `stopAt` the node hangs at that step.
 */
const [uri = '', database = '', nodeId = '', stopAt = 'never'] = process.argv.slice(2);
const store = await openMongoStore({ uri, database });
const steps = await store.open<{ _id: string; node: string; attempt: number }>('steps', { document: undefined as never });
const say = (text: string) => process.stdout.write(`${text}\n`);
const jobs = await openJobs({ store, log: createLogger('silent'), nodeId, run: true });

jobs.define(
  'test.count',
  {
    input: z.object({ n: z.number() }) as never,
    leaseMs: 1500,
    async run(input, { attempt }) {
      const { n } = input as { n: number };
      for (let step = 0; step < 10; step++) {
        const _id = `${n}:${step}`;
        if ((await steps.findOne({ _id })) === null) await steps.insertOne({ _id, node: nodeId, attempt });
        say(`step ${_id}`);
        // The test kills the node at this point.
        if (step === Number(stopAt)) await new Promise(() => undefined);
      }
    },
  },
  () => undefined,
);
jobs.define(
  'test.tick',
  { input: z.object({}) as never, cron: '0 0 1 1 *', run: async (_input, { attempt }) => void say(`tick ${attempt}`) },
  () => undefined,
);
jobs.start();
say('ready');
process.stdin.on('data', (text) => {
  for (const n of String(text).trim().split(/\s+/)) void jobs.enqueue('test.count', { n: Number(n) });
});
