import type { Builder } from '@sayso/core';
import type { Entities } from '../service.ts';
import { CHANGE_EVENTS, type FollowedChange, followTable } from './follow.ts';

const authScopes = { builder: true };

/** Changes of rows for the data browser. */
export function addChanges(builder: Builder, entities: () => Entities): void {
  const event = builder.enumType('RowsChangeEvent', { values: CHANGE_EVENTS });
  const rows = builder.enumType('RowSet', { values: ['draft', 'live'] as const });
  const type = builder.objectRef<FollowedChange>('RowsChange').implement({
    extensions: { access: 'parent' },
    fields: (t) => ({
      event: t.expose('event', { type: event, description: '`ready`: changes are delivered from here on. `reset`: read the table again.' }),
      row: t.field({ type: 'JSON', nullable: true, description: 'Of a deleted row its `id`.', resolve: ({ row }) => row }),
    }),
  });
  builder.subscriptionField('rowsChanged', (t) =>
    t.field({
      type: [type],
      does: 'look',
      authScopes,
      description: 'Changes of the rows of a table that the caller may read, as they happen. access: builder',
      args: { appId: t.arg.id({ required: true }), entity: t.arg.string({ required: true }), rows: t.arg({ type: rows, required: true }) },
      subscribe: (_root, { appId, entity, rows: set }, { actor, signal }) =>
        followTable((request) => entities().realtime.open(request), { actor, table: { appId, entity, rows: set } }, signal),
      resolve: (changes) => changes,
    }),
  );
  builder.subscriptionField('tablesChanged', (t) =>
    t.field({
      type: ['String'],
      nullable: true,
      does: 'look',
      authScopes,
      description:
        'The tables whose rows have changed, several changes at a time; null when that may be any, as at the start. For people who build the app. access: builder',
      args: { appId: t.arg.id({ required: true }), rows: t.arg({ type: rows, required: true }) },
      subscribe: (_root, { appId, rows: set }, { actor, signal }) => entities().changedTables(actor, { appId, set }, signal),
      resolve: (tables) => (tables === null ? null : [...tables]),
    }),
  );
}
