import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf } from '../security/fields.ts';
import { type Caller, type Data, type NewApp, openWorld, type World } from '../security/world.ts';

// A builder uses ids of another builder's objects with an app of their own, where every check of the app itself passes.
let world: World;
let mine: NewApp;
let theirs: NewApp;
/** The ids of the versions of `mine`, before anything is tried. */
let versions: unknown;
let their: { readonly draftId: string; readonly rowId: string; readonly messageId: string; readonly turnId: string };
beforeAll(async () => {
  world = await openWorld();
  [mine, theirs] = [world.app, world.foreign];
  versions = await versionsOfMine();
  const row = { path: `/live_api/apps/${theirs.id}/entities/Note`, body: { text: 'theirs' } };
  const { id: rowId } = await world.json('stranger', row);
  const send = 'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { id userMessage { id } } }';
  const { data } = await world.graphql('stranger', send, { input: { appId: theirs.id, content: 'Hello', clientId: 'one' } });
  their = { draftId: (await world.newApp('stranger')).id, rowId, turnId: data.sendMessage.id, messageId: data.sendMessage.userMessage.id };
}, 60_000);
afterAll(() => world.server.close());

async function versionsOfMine(): Promise<unknown> {
  const query = 'query ($id: ID!) { app(id: $id) { currentVersion { id } versions { id } } }';
  return (await world.graphql('owner', query, { id: mine.id })).data.app;
}

/** The same request with their id and with one that never existed: the responses must be indistinguishable. */
async function answers(ask: (id: string) => Promise<Response>, id: string): Promise<{ status: number; body: Data }[]> {
  return Promise.all(
    [id, 'never-there'].map(async (one) => {
      const response = await ask(one);
      const text = await response.text();
      return { status: response.status, body: JSON.parse(text.replaceAll(one, 'ID').replace(/"requestId":"[^"]*"/, '')) };
    }),
  );
}

describe('ids of other builders answer 404, indistinguishable from unknown ids', () => {
  const at = (rest: string) => `/api/apps/${mine.id}${rest}`;
  const rows = (rest: string) => `/live_api/apps/${mine.id}/entities/Note${rest}`;
  const cases: readonly (readonly [
    what: string,
    id: () => string,
    call: (id: string) => { path: string; method?: string; body?: unknown },
  ])[] = [
    ['an app', () => theirs.id, (id) => ({ path: `/api/apps/${id}` })],
    // A published app would let all users create rows of their own.
    ['the rows of an app that is not published', () => their.draftId, (id) => ({ path: `/live_api/apps/${id}/entities/Note` })],
    ['the chat of an app', () => theirs.id, (id) => ({ path: `/api/apps/${id}/chat` })],
    ['a version', () => theirs.versionId, (id) => ({ path: at(`/versions/${id}`) })],
    ['a version to restore', () => theirs.versionId, (id) => ({ path: at(`/versions/${id}/restore`), body: { messageId: 'none' } })],
    [
      'a message to restore up to',
      () => their.messageId,
      (id) => ({ path: at(`/versions/${mine.versionId}/restore`), body: { messageId: id } }),
    ],
    ['a row', () => their.rowId, (id) => ({ path: rows(`/${id}`) })],
    ['a row to change', () => their.rowId, (id) => ({ path: rows(`/${id}`), method: 'PUT', body: { text: 'mine' } })],
    ['a row to delete', () => their.rowId, (id) => ({ path: rows(`/${id}`), method: 'DELETE' })],
  ];

  test.each(cases)('%s', async (_what, id, call) => {
    for (const caller of ['owner', 'ownerCookie'] satisfies Caller[]) {
      const [real, none] = await answers((one) => world.request(caller, call(one)), id());
      expect(real?.status).toBe(404);
      expect(real).toEqual(none);
    }
  });

  test.each([
    ['a version to restore', '($a: ID!, $b: ID!) { restoreVersion(id: $a, versionId: $b) { id } }', () => theirs.versionId],
    ['a version to publish', '($a: ID!, $b: ID!) { publishApp(id: $a, versionId: $b) { id } }', () => theirs.versionId],
    ['a version to preview', '($a: ID!, $b: ID!) { startPreview(appId: $a, versionId: $b) { token } }', () => theirs.versionId],
    ['a turn to stop', '($b: ID!) { stopTurn(turnId: $b) { id } }', () => their.turnId],
    ['a turn to repeat', '($b: ID!) { retryTurn(turnId: $b) { id } }', () => their.turnId],
  ])('%s, in GraphQL', async (_what, operation, id) => {
    for (const b of [id(), 'never-there']) {
      expect(codeOf(await world.graphql('owner', `mutation ${operation}`, { a: mine.id, b }))).toBe('not-found');
    }
  });

  test('their data is unchanged afterwards', async () => {
    const row = await world.json('stranger', { path: `/live_api/apps/${theirs.id}/entities/Note/${their.rowId}` });
    expect(row).toMatchObject({ text: 'theirs' });
    expect(versions).toMatchObject({ currentVersion: { id: mine.versionId } });
    expect(await versionsOfMine()).toEqual(versions);
  });
});
