import { appsRef } from '@sayso/apps/ref';
import { definePlugin } from '@sayso/core';

/** The part of the apps plugin's graph that the chat extends. */
export const appsGraph = definePlugin({
  name: 'appsgraph',
  contract: 1,
  graph(builder) {
    builder.objectType('App', { authScopes: { account: true }, fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name') }) });
    builder.objectType('Version', {
      authScopes: { account: true },
      fields: (t) => ({ id: t.exposeID('id'), title: t.exposeString('title') }),
    });
    builder.queryField('app', (t) =>
      t.field({
        type: 'App',
        does: 'look',
        authScopes: { account: true },
        args: { id: t.arg.id({ required: true }) },
        resolve: (_root, { id }, context) => context.get(appsRef).get(context.actor, id),
      }),
    );
  },
  start: () => undefined,
});
