import type { Builder } from '@sayso/core';
import type { Entities } from '../service.ts';
import { IMPORT_STATES, type ImportView } from './state.ts';

const authScopes = { builder: true };

/** Imports by a job: progress and cancellation. */
export function addImports(builder: Builder, entities: () => Entities): void {
  const state = builder.enumType('RowImportState', { values: IMPORT_STATES });
  const error = builder.objectRef<ImportView['errors'][number]>('RowImportError').implement({
    extensions: { access: 'parent' },
    fields: (t) => ({
      row: t.exposeInt('row', { description: 'From 1, without the header.' }),
      column: t.exposeString('column', { description: 'The header; empty when the row as a whole is at fault.' }),
      message: t.exposeString('message'),
      expected: t.exposeString('expected'),
      found: t.exposeString('found'),
    }),
  });
  const type = builder.objectRef<ImportView>('RowImport').implement({
    authScopes,
    fields: (t) => ({
      id: t.exposeID('id'),
      appId: t.exposeID('appId'),
      entity: t.exposeString('entity'),
      fileName: t.exposeString('fileName'),
      state: t.expose('state', { type: state }),
      done: t.exposeInt('done', { description: 'Rows of the file that are stored or have failed.' }),
      total: t.exposeInt('total', { description: 'Rows of the file.' }),
      stored: t.exposeInt('stored', { description: 'Rows in the table; counted there before the state is `done`.' }),
      failed: t.exposeInt('failed'),
      errors: t.field({ type: [error], description: 'The first 100.', resolve: ({ errors }) => errors }),
      error: t.exposeString('error', { nullable: true, description: 'Why it failed.' }),
    }),
  });
  builder.queryField('rowImport', (t) =>
    t.field({
      type,
      authScopes,
      description: 'An import of the caller. access: builder',
      args: { appId: t.arg.id({ required: true }), id: t.arg.id({ required: true }) },
      resolve: (_root, { appId, id }, { actor }) => entities().imports.get(actor, appId, id),
    }),
  );
  builder.mutationField('cancelRowImport', (t) =>
    t.field({
      type,
      authScopes,
      description: 'Ends an import of the caller; rows that are stored stay. access: builder',
      args: { appId: t.arg.id({ required: true }), id: t.arg.id({ required: true }) },
      resolve: (_root, { appId, id }, { actor }) => entities().imports.cancel(actor, appId, id),
    }),
  );
  builder.subscriptionField('rowImportChanged', (t) =>
    t.field({
      type,
      authScopes,
      description: 'An import of the caller after each change, until it ends. access: builder',
      args: { appId: t.arg.id({ required: true }), id: t.arg.id({ required: true }) },
      subscribe: (_root, { appId, id }, { actor, signal }) => entities().imports.follow(actor, appId, id, signal),
      resolve: (view) => view,
    }),
  );
}
