import { definePlugin } from '@sayso/core';
import { collections } from './collections.ts';
import { appsConfig } from './config.ts';
import { adds, extensionPoints, jobInputs, needs } from './context.ts';
import { migrations } from './migrations.ts';
import { appsRef } from './ref.ts';
import { routes, runtimeRoutes } from './routes.ts';
import { Apps } from './service.ts';

export default definePlugin({
  name: 'apps',
  contract: 1,
  config: appsConfig,
  needs,
  provides: appsRef,
  extensionPoints,
  adds,
  collections,
  migrations,
  start(context) {
    const apps = new Apps(context);
    context.add('appDirectory', apps.publishing.directory);
    context.add('appRules', apps.access);
    return apps;
  },
  jobs: {
    purge: {
      input: jobInputs.purge,
      cron: '17 3 * * *',
      run: (_input, { service, signal }) => service.purge(signal),
    },
  },
  graph: async (builder, edge) => (await import('./graph.ts')).graph(builder, edge),
  routes,
  runtimeRoutes,
});
