import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTestServer } from '@sayso/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jobs } from '../security/jobs.ts';
import { allPlugins, bearer, type Data, type NewApp, openWorld, type Person, signUp, type World } from '../security/world.ts';

/** What becomes of its account between the call that queues a job and its run. */
const lots = ['stays', 'demoted', 'removed', 'disabled'] as const;
type Lot = (typeof lots)[number];

let model: Server;
let world: World;
const at: Partial<Record<Lot, { readonly app: NewApp; readonly person: Person; readonly turn: string; readonly rows: string }>> = {};
const ask = async (query: string, variables: object): Promise<Data> => {
  const { data, errors } = await world.graphql('owner', query, variables);
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
};

const ANSWER = '<action type="add_file" file="pages/Home">export default () => <h1>Changed by a job</h1>;</action>';

beforeAll(async () => {
  model = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const chunk = (delta: object, finish: string | null) =>
      `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
    response.end(`${chunk({ content: ANSWER }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => model.once('listening', resolve));
  const settings = {
    ...{ RATE_LIMIT: '0', APP_RATE_LIMIT: '0', PROCESSES: '1' },
    OPENAI_BASE_URL: `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`,
    OPENAI_MODEL: 'small',
  };
  // Jobs are queued here, and run by the node that starts later.
  world = await openWorld({ ...settings, ROLE: 'builder,runtime' });
  for (const lot of lots) await queue(lot);
  for (const lot of lots) await decide(lot);
  const worker = await startTestServer(await allPlugins(), { ...settings, ROLE: 'builder,worker' }, { dataDir: world.server.dataDir });
  closing.push(() => worker.close());
}, 120_000);
const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
  await world?.server.close();
  model?.close();
});

const INVITE = 'mutation ($appId: ID!) { inviteBuilder(appId: $appId, role: edit, uses: 1, days: 1) { link } }';
const SEND = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { id } }';

/** A person who builds an app with its owner sends a message and starts an import. */
async function queue(lot: Lot): Promise<void> {
  const app = await world.newApp();
  const person = await signUp(world.server, `${lot}-job@example.org`);
  const call = async (query: string, variables: object): Promise<Data> => {
    const response = await world.request('nobody', { path: '/graphql', body: { query, variables }, headers: bearer(person.token) });
    const { data, errors } = (await response.json()) as Data;
    expect(errors).toBeUndefined();
    return data;
  };
  const { data } = await world.graphql('owner', INVITE, { appId: app.id });
  const code = new URL(data.inviteBuilder.link).hash.slice('#code='.length);
  await call('mutation ($code: String!) { acceptAppInvitation(code: $code) }', { code });
  const { sendMessage } = await call(SEND, { input: { appId: app.id, content: 'Change the page', clientId: 'one', mode: 'build' } });
  const body = new FormData();
  body.append('file', new Blob(['text\none\ntwo\n'], { type: 'text/csv' }), 'notes.csv');
  const path = `/live_api/apps/${app.id}/entities/Sign/imports?rows=draft`;
  const response = await world.request('nobody', { method: 'POST', path, body, headers: bearer(person.token) });
  expect(response.status).toBe(200);
  at[lot] = { app, person, turn: sendMessage.id, rows: ((await response.json()) as Data).id };
}

async function decide(lot: Lot): Promise<void> {
  const { app, person } = at[lot] as NonNullable<(typeof at)[Lot]>;
  const ids = { appId: app.id, id: person.id };
  const decided = {
    stays: async () => ({}),
    demoted: () =>
      world.graphql('owner', 'mutation ($appId: ID!, $id: ID!) { setBuilderRole(appId: $appId, accountId: $id, role: view) { id } }', ids),
    removed: () => world.graphql('owner', 'mutation ($appId: ID!, $id: ID!) { removeBuilder(appId: $appId, accountId: $id) }', ids),
    disabled: () => world.graphql('admin', 'mutation ($id: ID!) { setAccountDisabled(id: $id, disabled: true) { id } }', { id: person.id }),
  };
  expect((await decided[lot]()).errors).toBeUndefined();
}

test('each job states who may start it, what it does and as whom it runs', async () => {
  const declared = (await allPlugins()).flatMap(({ name, jobs: own }) =>
    Object.entries((own ?? {}) as Record<string, Data>).map(([job, { startedBy, does, actsAs }]) => [
      `${name}.${job}`,
      [startedBy, does, actsAs],
    ]),
  );
  expect(Object.fromEntries(declared)).toEqual(jobs);
});

describe.each(lots)('what an account queued that is %s by the time of the run', (lot) => {
  const isDone = lot === 'stays';

  test('a message to the assistant', { timeout: 60_000 }, async () => {
    const { app, turn } = at[lot] as NonNullable<(typeof at)[Lot]>;
    const read = async () =>
      (await ask('query ($id: ID!) { app(id: $id) { latestTurn { id status } currentVersion { id } } }', { id: app.id })).app;
    await expect
      .poll(async () => (await read()).latestTurn, { timeout: 30_000 })
      .toEqual({ id: turn, status: isDone ? 'ready' : 'failed' });
    const now = await read();
    expect(now.currentVersion.id === app.versionId).toBe(!isDone);
  });

  test('an import of rows', { timeout: 60_000 }, async () => {
    const { app, rows } = at[lot] as NonNullable<(typeof at)[Lot]>;
    const found = () =>
      ask('query ($appId: ID!, $id: ID!) { rowImport(appId: $appId, id: $id) { state stored } }', { appId: app.id, id: rows });
    await expect.poll(async () => (await found()).rowImport?.state, { timeout: 30_000 }).toBe(isDone ? 'done' : 'failed');
    expect((await found()).rowImport.stored).toBe(isDone ? 2 : 0);
  });
});
