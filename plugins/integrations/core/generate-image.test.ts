import { type ModelBackend, modelBackends } from '@sayso/models/ref';
import { startModelServer } from '@sayso/models/testing';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { user, visitor } from '../testing/apps.ts';
import { openIntegrations } from '../testing/host.ts';

async function open(config: Readonly<Record<string, unknown>> = {}) {
  const server = await startModelServer([]);
  const on = await openIntegrations({ config: { OPENAI_BASE_URL: server.url, OPENAI_IMAGE_MODEL: 'painter', ...config } });
  return {
    ...on,
    server,
    async [Symbol.asyncDispose]() {
      await on[Symbol.asyncDispose]();
      await server.close();
    },
  };
}

test('makes a picture, which is a file of the app', async () => {
  await using on = await open();
  const { status, body } = await on.call('GenerateImage', { prompt: 'A cup' });
  expect([status, body.url]).toEqual([200, expect.stringMatching(/^http:\/\/localhost:4001\/api\/files\/app\/[\w-]+\/picture\.png$/)]);
  const picture = await on.host.fetch(body.url);
  expect(picture.headers.get('content-type')).toBe('image/png');
  expect(await sharp(await picture.arrayBuffer()).metadata()).toMatchObject({ width: 1, height: 1 });
  expect(on.server.requests[0]).toMatchObject({
    path: '/v1/images/generations',
    body: { model: 'painter', prompt: 'A cup', n: 1, response_format: 'b64_json' },
  });
  expect((await on.host.context.collections.calls.find({}))[0]).toMatchObject({ model: 'painter', promptTokens: 7, cost: null });
});

test('says so where no endpoint makes pictures', async () => {
  const demo = { isDemo: true, label: 'Demo', model: 'demo', capabilities: { conversation: false, objects: false } } as ModelBackend;
  await using without = await openIntegrations({ additions: [[modelBackends, [demo]]] });
  await using unnamed = await open({ OPENAI_IMAGE_MODEL: undefined });
  await using on = await open();
  for (const { status, body } of [
    await without.call('GenerateImage', { prompt: 'A cup' }),
    await unnamed.call('GenerateImage', { prompt: 'A cup' }),
    // The endpoint has no such path.
    await on.call('GenerateImage', { prompt: '404' }),
  ])
    expect([status, body.code, body.message]).toEqual([
      409,
      'model-makes-no-images',
      expect.stringMatching(/^No model that makes pictures is connected\./),
    ]);
});

test('is limited like other calls, and closed to visitors', async () => {
  await using on = await open({ IMAGES_PER_CALLER_AND_DAY: 1 });
  expect((await on.call('GenerateImage', { prompt: 'a' }, visitor)).status).toBe(401);
  expect((await on.call('GenerateImage', { prompt: '' })).status).toBe(400);
  const answers = await Promise.all(Array.from({ length: 20 }, () => on.call('GenerateImage', { prompt: 'a' }, user('app'))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});
