import { type ClientRequest, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NewApp, openWorld, type World } from '../security/world.ts';

const SLOW = 200;

let world: World;
const open: ClientRequest[] = [];
beforeAll(async () => {
  world = await openWorld({ RATE_LIMIT: '0', APP_RATE_LIMIT: '0', PROCESSES: '1' });
}, 300_000);
afterAll(async () => {
  for (const one of open) one.destroy();
  await world?.server.close();
});

const pathOf = ({ id }: NewApp) => `/api/apps/${id}/integration-endpoints/Core/UploadFile`;

/** An upload whose body never ends; resolves with its status, or null while it is open. */
function slow(app: NewApp): () => number | null {
  let status: number | null = null;
  const headers = { ...world.headers.stranger, 'content-type': 'multipart/form-data; boundary=b', 'transfer-encoding': 'chunked' };
  const sent = request(`${world.server.builderUrl}${pathOf(app)}`, { method: 'POST', headers, agent: false }, (response) => {
    status = response.statusCode ?? 0;
    response.resume();
  });
  sent.on('error', () => {
    status ??= 0;
  });
  sent.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\nhello');
  open.push(sent);
  return () => status;
}

test(`${SLOW} slow uploads of one account, by several of its apps, keep nobody else out`, { timeout: 300_000 }, async () => {
  const apps = [world.foreign];
  while (apps.length < 5) apps.push(await world.newApp('stranger'));
  const statuses = Array.from({ length: SLOW }, (_, at) => slow(apps[at % apps.length] as NewApp));
  const upload = async (caller: 'owner' | 'stranger', app: NewApp) => {
    const body = new FormData();
    body.set('file', new File(['hello'], 'a.txt', { type: 'text/plain' }));
    return (await world.request(caller, { path: pathOf(app), body })).status;
  };
  // The places are taken: the same account gets none. Few tries, since each one that is stored counts towards its limits.
  await expect.poll(() => upload('stranger', world.foreign), { interval: 2000, timeout: 120_000 }).toBe(503);
  for (let time = 0; time < 10; time++) expect(await upload('owner', world.app)).toBe(200);
  const ended = statuses.map((status) => status()).filter((status) => status !== null);
  // One slow upload gives its place to the first of the owner's; those that follow find it free.
  expect(ended.length).toBeLessThan(SLOW);
});
