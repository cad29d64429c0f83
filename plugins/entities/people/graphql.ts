import type { Builder } from '@sayso/core';
import type { Entities } from '../service.ts';
import { FATES, type TableRows } from './person-rows.ts';

/** The rows of people who use an app, for those who may edit it. */
export function addPersonRows(builder: Builder, entities: () => Entities): void {
  const fate = builder.enumType('PersonRowsFate', { values: FATES });
  const rows = builder.objectRef<TableRows>('RowsOfPerson').implement({
    extensions: { access: 'parent' },
    fields: (t) => ({ table: t.exposeString('table'), rows: t.exposeInt('rows') }),
  });
  const authScopes = { builder: true };
  builder.queryField('rowsOfPerson', (t) =>
    t.field({
      type: [rows],
      does: 'look',
      authScopes,
      description: 'The tables in which a person made live rows, by name. For people who may edit the app. access: builder',
      args: { appId: t.arg.id({ required: true }), id: t.arg.id({ required: true }) },
      resolve: (_root, { appId, id }, { actor }) => entities().personRows.tables(actor, appId, id),
    }),
  );
  builder.mutationField('removePersonWithRows', (t) =>
    t.field({
      type: 'Int',
      does: 'change-app',
      authScopes,
      description:
        'Ends the membership of a person, and settles their live rows: `keep` leaves them theirs, `anonymise` makes them no one’s, `delete` moves them to the trash. How many rows changed. access: builder',
      args: {
        appId: t.arg.id({ required: true }),
        id: t.arg.id({ required: true }),
        rows: t.arg({ type: fate, required: true }),
      },
      resolve: (_root, { appId, id, rows: how }, { actor }) => entities().personRows.remove(actor, appId, { id, rows: how }),
    }),
  );
}
