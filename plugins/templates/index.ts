import { appsRef } from '@sayso/apps/ref';
import { definePlugin } from '@sayso/core';
import { entitiesRef } from '@sayso/entities/ref';
import { runtimeRef } from '@sayso/runtime/ref';
import { templatesRef } from './ref.ts';

export default definePlugin({
  name: 'templates',
  contract: 1,
  needs: { apps: appsRef, entities: entitiesRef, runtime: runtimeRef },
  provides: templatesRef,
  graph: async (builder) => (await import('./graphql.ts')).addTemplatesGraph(builder),
  routes: async (http) => (await import('./routes.ts')).addTemplatesRoutes(http),
  start: async ({ needs }) => new (await import('./service.ts')).TemplatesService(needs),
});
