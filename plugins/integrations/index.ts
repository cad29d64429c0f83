import { definePlugin } from '@sayso/core';
import { collections } from './collections.ts';
import { adds, extensionPoints, integrationsConfig, needs } from './config.ts';
import { integrationsRef } from './ref.ts';
import { builderRoutes, runtimeRoutes } from './routes.ts';
import { Integrations } from './service.ts';

export default definePlugin({
  name: 'integrations',
  contract: 1,
  config: integrationsConfig,
  needs,
  provides: integrationsRef,
  extensionPoints,
  adds,
  collections,
  start(context) {
    const integrations = new Integrations(context);
    context.add('appPurges', { remove: (appId) => integrations.removeApp(appId) });
    return integrations;
  },
  graph: async (builder, edge) => (await import('./graphql.ts')).graph(builder, edge),
  routes: builderRoutes,
  runtimeRoutes,
});
