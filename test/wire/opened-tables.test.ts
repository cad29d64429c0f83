import { afterAll, beforeAll, expect, test } from 'vitest';
import { importProject } from '../security/import-project.ts';
import { type Data, openWorld, type World } from '../security/world.ts';

const table = (name: string) =>
  JSON.stringify({ name, type: 'object', properties: { title: { type: 'string' }, email: { type: 'string' } } });
const PROJECT = {
  'src/pages/Shop.jsx': `import { base44 } from '@/api/base44Client';
export default () => <button onClick={() => { base44.entities.Product.list(); base44.entities.Review.list(); }}>Load</button>;`,
  'base44/entities/Product.jsonc': table('Product'),
  'base44/entities/Review.jsonc': table('Review'),
};

let world: World;
let app: Data;
beforeAll(async () => {
  world = await openWorld({ RATE_LIMIT: 0, APP_RATE_LIMIT: 0 });
  app = await importProject(world, PROJECT);
}, 240_000);
afterAll(() => world?.server.close());

async function visitorReads(name: string): Promise<number> {
  const { errors } = await world.graphql('owner', 'mutation ($id: ID!) { publishApp(id: $id) { slug } }', { id: app.id });
  expect(errors).toBeUndefined();
  return (await fetch(`${world.server.runtimeUrl}/live_api/apps/${app.id}/entities/${name}`)).status;
}

test('an import opens no table, and the click in its report opens the chosen one alone', async () => {
  expect(app.closed.map(({ table: name, pages }: Data) => [name, pages])).toEqual([
    ['Product', ['Shop']],
    ['Review', ['Shop']],
  ]);
  expect(app.closed[0].columns).toEqual([
    { name: 'title', isPersonal: false },
    { name: 'email', isPersonal: true },
  ]);
  for (const name of ['Product', 'Review']) expect([name, await visitorReads(name)]).toEqual([name, 401]);
  const path = `/live_api/apps/${app.id}/entities/Product/rules`;
  const { digest } = await world.json('owner', { path });
  await world.json('owner', { path, body: { digest, operation: 'read', field: null, rule: { kind: 'everyone' } } });
  expect(await visitorReads('Product')).toBe(200);
  expect(await visitorReads('Review')).toBe(401);
  const add = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"title":"x"}' };
  expect((await fetch(`${world.server.runtimeUrl}/live_api/apps/${app.id}/entities/Product`, add)).status).toBe(401);
});
