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
  const add = (id: string, content: unknown) => post(host, `/api/apps/${app.id}/files/update`, { file: { id, content } });
  expect((await add('entities/T9.json', table)).body.message).toBe('An app has at most 3 tables.');
  expect((await add('entities/T1.json', table)).status).toBe(200);
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
