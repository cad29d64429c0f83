import { testHost } from '@sayso/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import apps from '../index.ts';
import { appsRef } from '../ref.ts';
import { neighbours, owner } from '../testing/fakes.ts';
import { GIT_BUNDLE } from './testing/bundles.ts';

const near = neighbours();
const start = async () => near.connect(await testHost(apps, { provide: near.provide }));
let host: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  host = await start();
});
afterAll(() => host.close());

async function post(name: string, bytes: Uint8Array<ArrayBuffer>) {
  const body = new FormData();
  body.set('file', new Blob([bytes]), name);
  const answer = await host.fetch('/api/apps/import', { method: 'POST', body }, owner);
  return { status: answer.status, answer: await answer.json() };
}

it('makes an app of a git bundle', async () => {
  const { status, answer } = await post('rows.bundle', new Uint8Array(GIT_BUNDLE));
  expect(status).toBe(200);
  expect(answer).toMatchObject({ name: 'Rows', taken: 2, left: [{ path: 'src/pages/Linked.tsx', reason: 'unknown' }] });
  expect(Object.keys(await host.service(appsRef).files(answer.id))).toEqual(['components/Card', 'pages/Home']);
});

it('makes no app of a damaged bundle', async () => {
  const { length } = await host.service(appsRef).list(owner);
  expect(await post('rows.bundle', new Uint8Array(GIT_BUNDLE.subarray(0, 1000)))).toMatchObject({
    status: 400,
    answer: { code: 'project-unreadable', message: 'The project was not imported: the git bundle is damaged.' },
  });
  expect(await host.service(appsRef).list(owner)).toHaveLength(length);
});
