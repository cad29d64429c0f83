import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { createLogger } from '../../core/logger.ts';
import { openMongoStore } from '../../core/store/index.ts';
import { dropDatabase } from '../../core/store/mongo/database.suite.ts';
import { openClock } from '../../core/time/clock.ts';
import { describeNodes } from '../../core/time/nodes.suite.ts';
import { onNode, skewDates } from '../../core/time/skewed-dates.suite.ts';

const uri = process.env.MONGODB_URI ?? '';
if (uri === '') throw new Error('MONGODB_URI is missing: the services tests need a real MongoDB.');
const database = `sayso_clocks_${randomUUID()}`;
afterAll(() => dropDatabase(uri, database));

let opening: ReturnType<typeof openMongoStore> | undefined;
describeNodes('jobs of three nodes on MongoDB whose clocks differ', async () => {
  opening ??= openMongoStore({ uri, database });
  const store = await opening;
  return { store, read: () => store.readTime?.() ?? Promise.reject(new Error('MongoDB has a clock')) };
});

it('tells admins and the node itself which clock is wrong', async () => {
  const store = await openMongoStore({ uri, database });
  const undo = skewDates();
  const open = () => openClock({ store, log: createLogger('silent'), isMain: true });
  const clock = await onNode(25_000, open);
  expect(await onNode(25_000, () => clock.warnings())).toEqual([
    'The clock of this machine is 25 s ahead of the time of the store, by which Sayso goes. Set it by NTP.',
  ]);
  await onNode(0, () => clock.measure());
  expect(await clock.warnings()).toEqual([]);
  await clock.close();
  undo();
  await store.close();
});
