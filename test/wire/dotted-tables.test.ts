import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { client, type SdkVersion, versions } from '../base44/clients.ts';
import { importProject } from '../security/import-project.ts';
import { type Data, openWorld, type World } from '../security/world.ts';

/** Tables of a package, as projects of Base44 have them: the name has a dot, in the file, in its text and in the code. */
const table = (name: string) =>
  JSON.stringify({ name, type: 'object', properties: { title: { type: 'string' } }, rls: { create: true, read: true } });
const PROJECT = {
  'src/pages/Home.jsx': `import { base44 } from '@/api/base44Client';
export default () => <button onClick={() => base44.entities['shop.Cart'].list()}>Carts</button>;`,
  'base44/entities/shop.Cart.jsonc': table('shop.Cart'),
  'base44/entities/shop/order-line.jsonc': table('shop.OrderLine'),
  'base44/entities/Plain.jsonc': table('Plain'),
  'base44/functions/shop/count/entry.ts': `import { createClientFromRequest } from 'npm:@base44/sdk@0.8.4';
Deno.serve(async (req) => {
  const base44 = createClientFromRequest(req);
  await base44.entities["shop.Cart"].create({ title: 'of a function' });
  const carts = await base44.asServiceRole.entities["shop.Cart"].list();
  return Response.json({ titles: carts.map(({ title }) => title).sort() });
});`,
};

let world: World;
let app: Data;
beforeAll(async () => {
  world = await openWorld({ RATE_LIMIT: 0, APP_RATE_LIMIT: 0 });
  app = await importProject(world, PROJECT);
  const query =
    'mutation ($appId: ID!) { allowFunction(appId: $appId, name: "shop/count", asApp: true) { asApp } publishApp(id: $appId) { slug } }';
  const { errors } = await world.graphql('owner', query, { appId: app.id });
  expect(errors).toBeUndefined();
}, 240_000);
afterAll(() => world?.server.close());

const titles = (rows: readonly Data[]) => rows.map(({ title }) => title).sort();
const rowsAt = async (path: string): Promise<Data[]> => {
  const answer = await (await fetch(`${world.server.runtimeUrl}${path}`, { headers: world.headers.owner })).json();
  return Array.isArray(answer) ? answer : answer.rows;
};

test('tables with dots come along, and the report says their names', () => {
  expect(app.left.filter(({ reason }: Data) => reason !== 'about')).toEqual([]);
  expect(app.changed.map(({ path }: Data) => path)).toEqual(
    expect.arrayContaining(['base44/entities/shop.Cart.jsonc', 'base44/entities/shop/order-line.jsonc']),
  );
  const cart = app.changed.find(({ path }: Data) => path.endsWith('shop.Cart.jsonc'));
  expect(cart.message).toContain('The table is called "shop_Cart" here; code that says "shop.Cart" reaches it, too.');
});

describe.each(versions.filter((version) => version !== '0.1.2'))('the client %s', (version: SdkVersion) => {
  test('reads and writes the same rows by both names', async () => {
    const token = world.headers.owner['authorization']?.slice('Bearer '.length) ?? '';
    const { entities, cleanup } = client(version, { serverUrl: world.server.runtimeUrl, appId: app.id, token });
    cleanup?.();
    const made = await entities['shop.Cart'].create({ title: `by ${version}` });
    expect(await entities['shop.Cart'].get(made.id)).toMatchObject({ title: `by ${version}` });
    expect(titles(await entities['shop_Cart'].list())).toContain(`by ${version}`);
    await entities['shop.OrderLine'].create({ title: version });
    expect(titles(await entities['shop_OrderLine'].list())).toContain(version);
    await expect(entities['shop.None'].list()).rejects.toThrow();
  });
});

test('the routes of the product and the compatible ones take both names', async () => {
  const base = `/live_api/apps/${app.id}/entities`;
  const dotted = await rowsAt(`${base}/shop.Cart`);
  expect(dotted.length).toBeGreaterThan(0);
  for (const path of [`${base}/shop_Cart`, `/api/apps/${app.id}/entities/shop.Cart`, `/api/apps/${app.id}/entities/shop_Cart`])
    expect(titles(await rowsAt(path))).toEqual(titles(dotted));
});

test('a function uses it as the caller and as the app', async () => {
  const path = `/api/apps/${app.id}/functions/${encodeURIComponent('shop/count')}`;
  const answer = await world.json('owner', { path, body: {} });
  expect(answer.titles).toContain('of a function');
});
