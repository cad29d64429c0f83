import { definePlugin } from '@sayso/core';

/** The type that the apps plugin defines in the graph. */
export const appsGraph = definePlugin({
  name: 'apps-graph',
  contract: 1,
  graph(builder) {
    builder.objectType('App', { extensions: { access: 'parent' }, fields: (t) => ({ id: t.exposeID('id') }) });
  },
  start: () => undefined,
});
