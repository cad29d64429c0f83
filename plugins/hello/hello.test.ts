import type { Actor } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import { expect, test } from 'vitest';
import plugin from './index.ts';

const ada: Actor = { kind: 'account', id: 'ada', admin: false, builder: true };
const post = (name: unknown) => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ name }) });

test('greets through GraphQL, notifies subscribers, and deletes greetings in a job', async () => {
  await using host = await testHost(plugin, { config: { HELLO_WORD: 'Ahoy' } });
  const live = await host.subscribe('subscription { helloGreeted { text } }', {}, ada);
  const next = live.next();
  const { data } = await host.graphql('mutation { helloGreet(name: "Bo") { text } }', {}, ada);
  expect(data).toEqual({ helloGreet: { text: 'AHOY, BO!' } });
  expect((await next).value).toEqual({ data: { helloGreeted: { text: 'AHOY, BO!' } } });
  expect(host.emitted('hello.greeted')).toHaveLength(1);
  await host.runJob('forget', {});
  expect(await host.graphql('{ helloGreetings { text } }')).toEqual({ data: { helloGreetings: [] } });
});

test.each([
  [401, undefined, 'Bo'],
  [400, ada, ''],
  [400, ada, 7],
  [200, ada, 'Bo'],
])('POST /api/hello answers %i', async (status, as, name) => {
  await using host = await testHost(plugin);
  expect((await host.fetch('/api/hello', post(name), as)).status).toBe(status);
  expect(await host.context.collections.greetings.count({})).toBe(status === 200 ? 1 : 0);
});
