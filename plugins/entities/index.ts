import { definePlugin } from '@sayso/core';
import { collections } from './collections.ts';
import { adds, entitiesConfig, needs, workers } from './config.ts';
import { migrations } from './migrations.ts';
import { entitiesRef } from './ref.ts';
import { routes, runtimeRoutes } from './routes.ts';
import { Entities } from './service.ts';

export default definePlugin({
  name: 'entities',
  contract: 1,
  config: entitiesConfig,
  needs,
  provides: entitiesRef,
  adds,
  collections,
  migrations,
  workers,
  start(context) {
    const entities = new Entities(context);
    context.add('appPurges', { remove: (appId) => entities.removeApp(appId) });
    return entities;
  },
  on: {
    'apps.changed': async ({ appId }, entities) => entities.appChanged(appId),
  },
  routes,
  runtimeRoutes,
});
