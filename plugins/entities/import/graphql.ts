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
  const undone = builder.objectRef<NonNullable<ImportView['undone']>>('UndoneRowImport').implement({
    extensions: { access: 'parent' },
    fields: (t) => ({
      removed: t.exposeInt('removed'),
      restored: t.exposeInt('restored', { description: 'Rows that have the state again that the import had replaced.' }),
      lost: t.exposeInt('lost', { description: 'Rows whose former state is no longer in the trash.' }),
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
      skipped: t.exposeInt('skipped', { description: 'Rows that were left out, because rows of the table have their ids.' }),
      replaced: t.exposeInt('replaced', { description: 'Rows of the table that rows of the file with their ids have replaced.' }),
      withoutCreator: t.exposeInt('withoutCreator', {
        description: 'Rows without an owner, because their creators are none of the people of the app.',
      }),
      canUndo: t.exposeBoolean('canUndo'),
      undone: t.field({ type: undone, nullable: true, resolve: (view) => view.undone }),
      errors: t.field({ type: [error], description: 'The first 100.', resolve: ({ errors }) => errors }),
      error: t.exposeString('error', { nullable: true, description: 'Why it failed.' }),
    }),
  });
  builder.queryField('rowImport', (t) =>
    t.field({
      type,
      does: 'look',
      authScopes,
      description: 'An import of the caller. access: builder',
      args: { appId: t.arg.id({ required: true }), id: t.arg.id({ required: true }) },
      resolve: (_root, { appId, id }, { actor }) => entities().imports.get(actor, appId, id),
    }),
  );
  builder.mutationField('cancelRowImport', (t) =>
    t.field({
      type,
      does: 'change-rows',
      authScopes,
      description: 'Ends an import of the caller; rows that are stored stay. access: builder',
      args: { appId: t.arg.id({ required: true }), id: t.arg.id({ required: true }) },
      resolve: (_root, { appId, id }, { actor }) => entities().imports.cancel(actor, appId, id),
    }),
  );
  builder.mutationField('undoRowImport', (t) =>
    t.field({
      type,
      does: 'change-rows',
      authScopes,
      description:
        'Starts the undo of an import that has ended: rows that it added move to the trash, those that it replaced get their former states back. access: builder',
      args: { appId: t.arg.id({ required: true }), id: t.arg.id({ required: true }) },
      resolve: (_root, { appId, id }, { actor }) => entities().imports.undo(actor, appId, id),
    }),
  );
  builder.subscriptionField('rowImportChanged', (t) =>
    t.field({
      type,
      does: 'look',
      authScopes,
      description: 'An import of the caller after each change, until it ends. access: builder',
      args: { appId: t.arg.id({ required: true }), id: t.arg.id({ required: true }) },
      subscribe: (_root, { appId, id }, { actor, signal }) => entities().imports.follow(actor, appId, id, signal),
      resolve: (view) => view,
    }),
  );
}
