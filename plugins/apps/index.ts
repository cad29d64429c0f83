import { definePlugin } from '@sayso/core';
import { collections } from './collections.ts';
import { appsConfig } from './config.ts';
import { adds, extensionPoints, jobInputs, needs } from './context.ts';
import { migrations } from './migrations.ts';
import { routes, runtimeRoutes } from './routes.ts';
import { Apps } from './service.ts';
import { type AppsService, appsServiceRef } from './service-ref.ts';

export default definePlugin({
  name: 'apps',
  contract: 1,
  config: appsConfig,
  needs,
  provides: appsServiceRef,
  extensionPoints,
  adds,
  collections,
  migrations,
  jobs: {
    purge: {
      input: jobInputs.purge,
      cron: '17 3 * * *',
      run: (_input, { api, signal }: { api: AppsService; signal: AbortSignal }) => api.purge(signal),
    },
  },
  graph: async (builder) => (await import('./graph.ts')).graph(builder),
  routes,
  runtimeRoutes,
  start(context): AppsService {
    const apps = new Apps(context);
    context.add('appDirectory', apps.publishing.directory);
    context.add('appRules', apps.access);
    return apps;
  },
});
