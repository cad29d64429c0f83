import { expect, test } from 'vitest';
import { openWorld } from '../security/world.ts';

const MOST = 10;

test('a rate limit counts calls to existing apps apart, by account, and all others together', { timeout: 60_000 }, async () => {
  await using world = await openWorld({ RATE_LIMIT: 0, APP_RATE_LIMIT: MOST });
  const { app, foreign } = world;
  const call = async (appId: string) =>
    (await world.request('stranger', { host: 'runtime', path: `/live_api/apps/${appId}/entities/Sign` })).status;
  const calls = (appIdOf: (index: number) => string) => Promise.all(Array.from({ length: MOST }, (_, index) => call(appIdOf(index))));
  expect(await calls((index) => `made-up-${index}`)).toEqual(Array(MOST).fill(404));
  expect(await call('made-up')).toBe(429);
  for (const { id } of [app, foreign]) {
    expect(await calls(() => id)).toEqual(Array(MOST).fill(200));
    expect(await call(id)).toBe(429);
  }
});
