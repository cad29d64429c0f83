import { type App, appsRef } from '@sayso/apps/ref';
import { type Actor, DomainError } from '@sayso/core';
import { testHost } from '@sayso/core/testing';
import { entitiesRef, type TableAddress } from '@sayso/entities/ref';
import { runtimeRef, type Template } from '@sayso/runtime/ref';
import { expect, test } from 'vitest';
import templates from './index.ts';
import { templatesRef } from './ref.ts';
import { appsGraph } from './testing/apps-graph.ts';

const ada: Actor = { kind: 'account', id: 'ada', admin: false, builder: true };
const crm: Template = {
  name: 'crm',
  title: 'CRM',
  description: 'Contacts and deals.',
  icon: 'handshake',
  words: ['crm'],
  files: { 'pages/Home': 'export default () => null;' },
  rows: [
    { table: 'Contact', rows: [{ name: 'Ann' }, { name: 'Bo' }] },
    { table: 'Deal', rows: [{ contact: 'Contact 2' }] },
  ],
};

const listed = { isShared: false, author: null, sharedAt: null, hasRows: null };

class RowRefused extends DomainError {
  readonly code = 'row-refused';
  readonly status = 400;
}

async function open({ refuses = '' } = {}) {
  const log: unknown[] = [];
  const apps = {
    create: async (actor: Actor, input: { readonly name?: string }) => {
      log.push(['create', actor, input]);
      return { id: 'app-1' } as App;
    },
    remove: async (_actor: Actor, id: string) => void log.push(['remove', id]),
    accountNames: async () => new Map(),
  };
  const entities = {
    createMany: async (_actor: Actor, { entity: table, rows: set }: TableAddress, rows: readonly object[]) => {
      if (table === refuses) throw new RowRefused('No.');
      log.push([set, table, rows]);
      return rows.map((_, index) => ({ id: `${table}-${index + 1}` }));
    },
  };
  const runtime = {
    templates: async () => [crm, { ...crm, name: 'blog', title: 'Blog' }],
    template: async (name: string) => (name === 'crm' ? crm : null),
    templatePicture: async (name: string) => (name === 'crm' ? new Uint8Array([255, 216]) : null),
    sampleRow: (row: object, { ids }: { readonly ids: Readonly<Record<string, readonly string[]>> }) =>
      'contact' in row ? { contact: ids['Contact']?.[1] } : { ...row },
  };
  const provide = [
    [appsRef, apps],
    [entitiesRef, entities],
    [runtimeRef, runtime],
  ] as const;
  const host = await testHost(templates, { provide: provide as never, plugins: [appsGraph] });
  return { host, service: host.service(templatesRef), log, [Symbol.asyncDispose]: () => host.close() };
}

test('lists the templates by title, for builders', async () => {
  await using world = await open();
  const query = '{ appTemplates { name title pictureUrl isShared author sharedAt hasRows } }';
  expect((await world.host.graphql(query, {}, ada)).data).toEqual({
    appTemplates: [
      { name: 'blog', title: 'Blog', pictureUrl: '/api/templates/blog/picture', ...listed },
      { name: 'crm', title: 'CRM', pictureUrl: '/api/templates/crm/picture', ...listed },
    ],
  });
});

test('makes an app with the sample rows as draft rows, tables in the order of their references', async () => {
  await using world = await open();
  expect(await world.service.createApp(ada, 'crm')).toEqual({ id: 'app-1' });
  expect(world.log).toEqual([
    ['create', ada, { name: 'CRM', description: 'Contacts and deals.', files: crm.files }],
    ['draft', 'Contact', [{ name: 'Ann' }, { name: 'Bo' }]],
    ['draft', 'Deal', [{ contact: 'Contact-2' }]],
  ]);
});

test('leaves no app when a row cannot be added', async () => {
  await using world = await open({ refuses: 'Deal' });
  await expect(world.service.createApp(ada, 'crm')).rejects.toThrow('No.');
  expect(world.log.at(-1)).toEqual(['remove', 'app-1']);
});

test('rejects unknown names of templates and pictures', async () => {
  await using world = await open();
  await expect(world.service.createApp(ada, '../crm')).rejects.toMatchObject({ status: 404 });
  await expect(world.service.picture('none')).rejects.toMatchObject({ status: 404 });
  expect(world.log).toEqual([]);
});

test('serves a picture as a JPEG', async () => {
  await using world = await open();
  const answer = await world.host.fetch('/api/templates/crm/picture', {}, ada);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect([...new Uint8Array(await answer.arrayBuffer())]).toEqual([255, 216]);
});
