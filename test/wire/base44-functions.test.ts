import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { client, type SdkVersion, versions } from '../base44/clients.ts';
import { type Data, openWorld, type World } from '../security/world.ts';

const FUNCTIONS = {
  greet: `import { createClientFromRequest } from 'npm:@base44/sdk@0.8.4';
Deno.serve(async (req) => {
  const base44 = createClientFromRequest(req);
  const user = await base44.auth.me();
  if (!user) return Response.json({ error: 'Unauthorized' }, { status: 401 });
  const { name } = await req.json();
  const note = await base44.entities.Note.create({ text: name });
  return Response.json({ hello: name, method: req.method, by: user.email, note: note.text }, { status: 201, headers: { 'x-greeting': 'yes' } });
});`,
};
/** The oldest client has no functions. */
const withFunctions = versions.filter((version) => version !== '0.1.2');

let world: World;
beforeAll(async () => {
  world = await openWorld({ RATE_LIMIT: 0, APP_RATE_LIMIT: 0 });
  for (const [name, content] of Object.entries(FUNCTIONS))
    await world.json('admin', { path: `/api/apps/${world.app.id}/files/update`, body: { file: { id: `functions/${name}`, content } } });
  await world.publish(world.app);
}, 60_000);
afterAll(() => world?.server.close());

function functions(version: SdkVersion): Data {
  const token = (world.headers.appUser['authorization'] ?? '').slice('Bearer '.length);
  const one = client(version, { serverUrl: world.server.runtimeUrl, appId: world.app.id, token });
  one.cleanup?.();
  return one.functions;
}

describe.each(withFunctions)('the client %s', (version) => {
  test('invokes a function of Base44', async () => {
    const { data, status, headers } = await functions(version).invoke('greet', { name: 'Ada' });
    const { email } = world.people.user;
    expect([status, data]).toEqual([201, { hello: 'Ada', method: 'POST', by: email, note: 'Ada' }]);
    expect(headers['x-greeting']).toBe('yes');
  });
});
