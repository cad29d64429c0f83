import { definePlugin } from '@sayso/core';
import { collections } from './collections.ts';
import { entitiesConfig } from './config.ts';
import { adds, needs } from './context.ts';
import { allowAnyOrigin } from './cors.ts';
import { entityRoutes } from './routes.ts';
import { Entities } from './service.ts';
import { type EntitiesService, entitiesServiceRef } from './service-ref.ts';
import { workers } from './workers.ts';

export default definePlugin({
  name: 'entities',
  contract: 1,
  config: entitiesConfig,
  needs,
  provides: entitiesServiceRef,
  adds,
  collections,
  workers,
  routes: entityRoutes,
  runtimeRoutes(http) {
    allowAnyOrigin(http);
    entityRoutes(http);
  },
  start(context): EntitiesService {
    const entities = new Entities(context);
    context.add('appPurges', { remove: (appId) => entities.removeApp(appId) });
    return entities;
  },
});
