import { type AppsApi, appsRef } from '@sayso/apps/ref';
import { expect, test } from 'vitest';
import { fakeApps, owner, stranger, user } from '../testing/apps.ts';
import { type Data, openIntegrations } from '../testing/host.ts';

/** Fake apps that keep settings, as the real ones do. */
async function open() {
  const settings: Record<string, unknown> = {};
  const [[, apps], ...others] = fakeApps(settings);
  const kept: Partial<AppsApi> = {
    ...(apps as AppsApi),
    accountNames: async (ids) => new Map([...ids].flatMap((id) => (id === null ? [] : [[id, `Name of ${id}`] as const]))),
    updateSettings: async (actor, id, changes) => {
      Object.assign(settings, changes);
      return (apps as AppsApi).get(actor, id);
    },
  };
  const on = await openIntegrations({ provide: [[appsRef, kept], ...others] });
  const read = async (as = owner) =>
    (
      await on.host.graphql<Data>(
        '{ integrations(appId: "app") { endpoints { name isOpenToVisitors perCaller perApp mostPerCaller usedToday } days { endpoint calls failures } calls { endpoint state callerName isVisitor isDraft message } } }',
        {},
        as,
      )
    ).data?.integrations;
  const change = (args: string, as = owner) =>
    on.host.graphql<Data>(
      `mutation { changeIntegration(appId: "app", ${args}) { endpoints { name isOpenToVisitors perCaller perApp } } }`,
      {},
      as,
    );
  return { ...on, settings, read, change };
}
const codeOf = (answer: { readonly errors?: readonly { readonly extensions?: Data }[] }) => answer.errors?.[0]?.extensions?.['code'];

test('the builders of an app see its calls and why they failed, others do not', async () => {
  await using on = await open();
  expect((await on.call('InvokeLLM', { prompt: 'a' }, user('app', 'grace'))).status).toBe(409);
  const seen = await on.read();
  expect(seen.days).toEqual([{ endpoint: 'InvokeLLM', calls: 1, failures: 1 }]);
  expect(seen.calls).toEqual([
    {
      endpoint: 'InvokeLLM',
      state: 'failed',
      callerName: 'Name of grace',
      isVisitor: false,
      isDraft: false,
      message: expect.stringContaining('none is connected'),
    },
  ]);
  expect(await on.read(stranger)).toBeUndefined();
});

test('switches and limits are of one endpoint, and keep those of others', async () => {
  await using on = await open();
  await on.change('endpoint: "InvokeLLM", isOpenToVisitors: true, perCaller: 5');
  await on.change('endpoint: "InvokeLLM", perApp: 50');
  const llm = (await on.read()).endpoints.find(({ name }: Data) => name === 'InvokeLLM');
  expect(llm).toMatchObject({ isOpenToVisitors: true, perCaller: 5, perApp: 50, mostPerCaller: 200, usedToday: 0 });
  await on.change('endpoint: "InvokeLLM", perCaller: null');
  expect(on.settings).toEqual({ visitorsMayInvokeLLM: true, integrationLimits: { InvokeLLM: { perCaller: null, perApp: 50 } } });
  expect(codeOf(await on.change('endpoint: "CreateFileSignedUrl", isOpenToVisitors: true'))).toBe('forbidden');
  expect(codeOf(await on.change('endpoint: "Teleport", perApp: 1'))).toBe('unknown-endpoint');
  expect(codeOf(await on.change('endpoint: "InvokeLLM", perApp: 1', stranger))).toBe('not-found');
});
