import type { TestServer } from '@sayso/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bearer, type Call, type Data, openTwo, type World } from '../security/world.ts';

const REFUSAL =
  'This is the preview of an older version: in it, nothing is saved, sent or run. Switch to the latest version, or restore this one.';

let world: World;
/** A second process, which misses all events. */
let deaf: TestServer;
/** A draft row of the owner. */
let id: string;
beforeAll(async () => {
  ({ world, deaf } = await openTwo());
  id = (await world.json('appOwner', { host: 'runtime', path: rows(), body: { text: 'before' } })).id;
}, 120_000);
afterAll(async () => {
  await deaf?.close();
  await world?.server.close();
});

const rows = (rest = ''): string => `/live_api/apps/${world.app.id}/entities/Note${rest}`;
const compat = (rest = ''): string => `/api/apps/${world.app.id}/entities/Note${rest}`;

/** At a process, with any token. */
async function send(node: TestServer, token: string, { method, path, body }: Call): Promise<{ status: number; answer: Data }> {
  const isForm = body instanceof FormData;
  const type: Record<string, string> = body === undefined || isForm ? {} : { 'content-type': 'application/json' };
  const response = await fetch(node.runtimeUrl + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...type, ...bearer(token) },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  return { status: response.status, answer: await response.json().catch(() => null) };
}
const preview = async (versionId?: string): Promise<string> => {
  const query = 'mutation ($id: ID!, $versionId: ID) { startPreview(appId: $id, versionId: $versionId) { token } }';
  const { data } = await world.graphql('owner', query, { id: world.app.id, versionId });
  return data.startPreview.token;
};
const form = (name: string, text: string): FormData => {
  const body = new FormData();
  body.append('file', new File([text], name));
  return body;
};

/** Each kind of call by which the code of an app changes, sends or runs something. */
const changes: Readonly<Record<string, () => Call>> = {
  'add a row': () => ({ path: rows(), body: { text: 'new' } }),
  'change a row': () => ({ method: 'PUT', path: rows(`/${id}`), body: { text: 'new' } }),
  'delete a row': () => ({ method: 'DELETE', path: rows(`/${id}`) }),
  'delete many rows': () => ({ method: 'DELETE', path: rows(), body: { q: {} } }),
  'change many rows': () => ({ method: 'PUT', path: rows('/bulk'), body: [{ id, text: 'new' }] }),
  'add rows by the SDK': () => ({ path: compat('/bulk'), body: [{ text: 'new' }] }),
  'change a row by the SDK': () => ({ method: 'PUT', path: compat(`/${id}`), body: { text: 'new' } }),
  'import rows': () => ({ path: compat('/import'), body: form('rows.csv', 'text\nnew\n') }),
  'upload a file': () => ({ path: `/api/apps/${world.app.id}/integration-endpoints/Core/UploadFile`, body: form('a.txt', 'a') }),
  'change what the app keeps about a person': () => ({
    method: 'PUT',
    path: `/live_api/apps/${world.app.id}/auth/me`,
    body: { colour: 'red' },
  }),
  'run a function': () => ({ path: `/api/apps/${world.app.id}/functions/none`, body: {} }),
  'send mail': () => ({ path: '/integrations/Core/SendEmail', body: { to: 'owner@example.org', subject: 'a', body: 'b' } }),
};

describe.each(['the process that issued it', 'another process'])('a token of the preview of an older version, at %s', (place) => {
  const node = () => (place === 'another process' ? deaf : world.server);
  const older = () => world.headers.olderFrame['authorization']?.slice('Bearer '.length) ?? '';
  const texts = async (token: string): Promise<string[]> =>
    (await send(node(), token, { path: rows() })).answer.map(({ text }: Data) => text);

  test('reads as its builder does', async () => {
    expect(await texts(older())).toEqual(['before']);
    const { answer } = await send(node(), older(), { path: `/live_api/apps/${world.app.id}/auth/me` });
    expect(answer.user).toMatchObject({ email: 'owner@example.org', role: 'admin' });
  });

  test.each(Object.keys(changes))('does not %s', async (name) => {
    const call = changes[name]?.() as Call;
    expect(await send(node(), older(), call)).toMatchObject({ status: 403, answer: { message: REFUSAL } });
    expect(await texts(older())).toEqual(['before']);
  });

  test('is replaced by one that writes when the newest version is shown, and when the older one is restored', async () => {
    const { data } = await world.graphql('owner', 'query ($id: ID!) { app(id: $id) { versions { id } currentVersion { id } } }', {
      id: world.app.id,
    });
    const current = data.app.currentVersion.id;
    const last = data.app.versions.find((version: Data) => version.id !== current).id;
    const write = async (token: string) =>
      (await send(node(), token, { method: 'PUT', path: rows(`/${id}`), body: { text: 'before' } })).status;
    expect(await write(await preview())).toBe(200);
    expect(await write(await preview(current))).toBe(200);
    expect(await write(await preview(last))).toBe(403);
    const restore = 'mutation ($id: ID!, $last: ID!) { restoreVersion(id: $id, versionId: $last) { id } }';
    const restored = (await world.graphql('owner', restore, { id: world.app.id, last })).data.restoreVersion.id;
    expect(await write(await preview(restored))).toBe(200);
    expect(await write(await preview(current))).toBe(restored === current ? 200 : 403);
  });
});
