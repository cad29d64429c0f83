import { testHost } from '@sayso/core/testing';
import { expect, it } from 'vitest';
import apps from './index.ts';
import { type AppsApi, appsRef } from './ref.ts';
import { neighbours, owner, stranger } from './testing/fakes.ts';

const start = (config: Record<string, number>) => testHost(apps, { provide: neighbours().provide, config: { RATE_LIMIT: 0, ...config } });
const table = { properties: { a: { type: 'string' } } };
const tables = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`T${n}`, table]));
type Host = Awaited<ReturnType<typeof start>>;
/** Fields of the responses to these calls; each has some of them. */
interface Body {
  readonly id: string;
  readonly message: string;
  readonly currentVersionId: string;
}

async function post(host: Host, path: string, body: unknown, as = owner, method = 'POST') {
  const answer = await host.fetch(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }, as);
  return { status: answer.status, body: (await answer.json()) as Body };
}
const make = (host: Host, genApp: object = {}, as = owner) =>
  post(host, '/api/apps', { appType: 'generated', genApp: { name: 'App', ...genApp } }, as);

it('limits the apps of an account, including concurrent, copied and restored ones', async () => {
  await using host = await start({ MAX_APPS_PER_ACCOUNT: 5 });
  const full = {
    status: 409,
    body: { code: 'quota-reached', message: 'You have 5 apps, and an account may have 5. Delete some first.' },
  };
  const made = await Promise.all(Array.from({ length: 100 }, () => make(host, { pages: { Home: 'export default () => null;' } })));
  const ids = made.flatMap(({ status, body }) => (status === 200 ? [body.id] : []));
  expect(ids).toHaveLength(5);
  expect(made.find(({ status }) => status !== 200)).toMatchObject(full);
  expect(await make(host)).toMatchObject(full);
  const [id = ''] = ids;
  const graphql = (name: string) => host.graphql(`mutation { ${name}(id: "${id}") { id } }`, {}, owner);
  const refused = [{ message: full.body.message, extensions: { code: 'quota-reached', status: 409 } }];
  expect((await graphql('duplicateApp')).errors).toMatchObject(refused);
  expect((await graphql('deleteApp')).errors).toBeUndefined();
  expect((await make(host)).status).toBe(200);
  expect((await graphql('undoDeleteApp')).errors).toMatchObject(refused);
  expect(await host.context.collections.apps.count({ deletedAt: null })).toBe(5);
  expect((await make(host, {}, stranger)).status).toBe(200);
});

it('limits the tables and the code of an app', async () => {
  await using host = await start({ MAX_TABLES_PER_APP: 3 });
  expect((await make(host, { entities: tables(4) })).body.message).toBe('An app has at most 3 tables.');
  const { body: app } = await make(host, { entities: tables(3) });
  const mutation =
    'mutation ($path: String!, $content: String!, $id: ID!, $base: ID!) { updateAppFile(id: $id, baseVersionId: $base, path: $path, content: $content) { id } }';
  const add = (path: string) =>
    host.graphql(mutation, { path, content: JSON.stringify(table), id: app.id, base: app.currentVersionId }, owner);
  expect((await add('entities/T9.json')).errors).toMatchObject([{ message: 'An app has at most 3 tables.' }]);
  expect((await add('entities/T1.json')).errors).toBeUndefined();
  const files = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`components/C${n}`, `// ${n}${'x'.repeat(990_000)}`]));
  const components = (from: number, to: number) =>
    Object.fromEntries(
      Object.values(files)
        .slice(from, to)
        .map((code, n) => [`C${from + n}`, code]),
    );
  const service: AppsApi = host.service(appsRef);
  const commit = (baseVersionId: string, part: Record<string, string>) =>
    service.commit({
      appId: app.id,
      baseVersionId,
      title: 'Large',
      changes: Object.entries(part).map(([name, content]) => ({ path: `components/${name}`, content })),
    });
  const first = await commit((await post(host, `/api/apps/${app.id}`, undefined, owner, 'GET')).body.currentVersionId, components(0, 10));
  const rest = Object.fromEntries(Object.entries(components(0, 11)).map(([name, code]) => [`${name}b`, `${code} `]));
  await expect(commit(first.id, rest)).rejects.toThrow('The files of an app have at most 20000000 characters together.');
});

it('gives the addresses of a deleted app back that were never opened, and its own when it is brought back', async () => {
  await using host = await start({});
  const service = host.service();
  const { body: app } = await make(host, { name: 'Tea shop', pages: { Home: 'export default () => null;' } });
  await service.publish(owner, app.id, {});
  await service.remove(owner, app.id);
  expect(await host.context.collections.addresses.count({})).toBe(0);
  expect(await service.undoRemove(owner, app.id)).toMatchObject({ slug: 'tea-shop' });
  await service.remove(owner, app.id);
  const { body: other } = await make(host, { name: 'Tea shop' }, stranger);
  expect(await service.find(other.id)).toMatchObject({ slug: 'tea-shop' });
  expect((await service.undoRemove(owner, app.id)).slug).toMatch(/^tea-shop-/);
});

it('limits how many apps an account makes in a day, though it deletes them', async () => {
  await using host = await start({ APPS_PER_ACCOUNT_AND_DAY: 3 });
  for (let made = 0; made < 3; made++) {
    const { body } = await make(host);
    await host.service().remove(owner, body.id);
  }
  expect(await make(host)).toMatchObject({ status: 429 });
  expect((await make(host, {}, stranger)).status).toBe(200);
});

it('limits the addresses of an account: those of a day, and those that stay reserved', async () => {
  await using host = await start({ ADDRESSES_PER_ACCOUNT_AND_DAY: 5, MAX_ADDRESSES_PER_ACCOUNT: 3 });
  const service = host.service();
  const { body: app } = await make(host, { name: 'Moving', pages: { Home: 'export default () => null;' } });
  await service.publish(owner, app.id, {});
  const { directory } = service.publishing;
  await directory.published('moving');
  for (const slug of ['moving-1', 'moving-2']) await directory.published((await service.updateSlug(owner, app.id, slug)).slug);
  await expect(service.updateSlug(owner, app.id, 'moving-3')).rejects.toMatchObject({ status: 429 });
  expect(await service.updateSlug(owner, app.id, 'moving-1')).toMatchObject({ slug: 'moving-1' });
});

it('lets exactly the limit of ideas and invitations through under concurrent calls', async () => {
  await using host = await start({ MAX_BRANCHES_PER_APP: 3, INVITATIONS_PER_ACCOUNT_AND_DAY: 10, INVITATIONS_PER_RECIPIENT_AND_DAY: 2 });
  const service = host.service();
  const { body: app } = await make(host, { pages: { Home: 'export default () => null;' } });
  const passed = async (call: (n: number) => Promise<unknown>, count = 40) =>
    (await Promise.allSettled(Array.from({ length: count }, (_, n) => call(n)))).filter(({ status }) => status === 'fulfilled').length;
  expect(await passed((n) => service.branches.start(owner, app.id, `Idea ${n}`))).toBe(3);
  const invite = (email: string | null) => service.builders.invite(owner, app.id, { role: 'edit', email, uses: 1, days: 1 });
  expect(await passed(() => invite('stranger@example.org'), 1000)).toBe(2);
  expect(await passed(() => invite(null), 1000)).toBe(8);
});
