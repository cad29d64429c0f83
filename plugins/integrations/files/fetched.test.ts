import { afterAll, beforeAll, expect, test } from 'vitest';
import type { IsolatedCall } from '../ref.ts';
import { openIntegrations } from '../testing/host.ts';

type World = Awaited<ReturnType<typeof openIntegrations>>;
let on: World;
beforeAll(async () => {
  on = await openIntegrations();
});
afterAll(() => on.host.close());

const CODE = `export const run = async ({ url, method }) => {
  const answer = await fetch(url, { method });
  return [answer.status, answer.headers.get('content-type'), await answer.text(), answer.url];
};`;
const run = (url: string, { appId, method = 'GET', hosts = [] }: { appId?: string; method?: string; hosts?: string[] } = {}) => {
  const call: IsolatedCall = { tenant: 'functions app', code: CODE, file: 'f.js', entry: 'run', args: [{ url, method }], hosts };
  return on.host.service().runIsolated(appId === undefined ? call : { ...call, appId });
};
const upload = (text: string) => on.upload(new File([text], 'photo.txt', { type: 'text/plain' }));
const idOf = (url: string) => url.split('/').at(-2) ?? '';

test('code of an app reads a public file of the installation at each of its addresses, without a host that it may call', async () => {
  const url = await upload('a picture');
  const path = `/api/files/${idOf(url)}/photo.txt`;
  const at = url.replace(/\/api.*/, '');
  const found = (shown: string) => [200, 'text/plain', 'a picture', shown];
  for (const address of [url, at + path, `${url}#top`]) expect(await run(address, { appId: 'other' }), address).toEqual(found(address));
  expect(await run(path, { appId: 'other' })).toEqual(found(at + path));
  // At an address that the installation had earlier.
  const old = url.replace(at, 'https://old.example.org');
  expect(await run(old, { appId: 'app' })).toEqual(found(old));
  expect(await run(url, { appId: 'app', method: 'HEAD' })).toEqual([200, 'text/plain', '', url]);
});

test('files that are not there, private ones, other methods and code of no app get nothing', async () => {
  const url = await upload('a picture');
  const path = `/api/files/${idOf(url)}/photo.txt`;
  const { file_uri } = (await on.call('UploadPrivateFile', { file: new File(['secret'], 'a.txt', { type: 'text/plain' }) })).body;
  const { signed_url } = (await on.call('CreateFileSignedUrl', { file_uri })).body;
  expect(await run(signed_url, { appId: 'app' })).toEqual([200, 'text/plain', 'secret', signed_url]);
  const unsigned = signed_url.split('?')[0];
  for (const absent of [unsigned, `${signed_url}0`, '/api/files/none/none.png', url.replace(idOf(url), 'none')])
    expect(((await run(absent, { appId: 'app' })) as unknown[])[0], absent).toBe(404);
  for (const [address, more] of [
    [url, {}],
    [path, {}],
    [path, { appId: 'app', method: 'POST' }],
    [url, { appId: 'app', method: 'DELETE' }],
    ['https://old.example.org/api/files/app/none/none.png', { appId: 'app' }],
    [url.replace('/api/files/', '/live_api/'), { appId: 'app' }],
  ] as const)
    await expect(run(address, more), JSON.stringify([address, more])).rejects.toThrow();
});
