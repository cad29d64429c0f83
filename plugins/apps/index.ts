import { definePlugin } from '@sayso/core';
import { collections } from './collections.ts';
import { adds, appsConfig, extensionPoints, jobInputs, needs, workers } from './config.ts';
import { migrations } from './migrations.ts';
import { limits } from './records/limits.ts';
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
  limits,
  workers,
  start(context) {
    const apps = new Apps(context);
    context.add('appDirectory', apps.publishing.directory);
    context.add('appRules', apps.access);
    return apps;
  },
  ready: (apps) => apps.ready(),
  findApp: async ({ appId }, service) => (appId === null ? null : ((await service.find(appId))?.id ?? null)),
  permit: (asked, service) => service.permit(asked),
  on: {
    'apps.presenceChanged': ({ appId }, service) => service.presence.moved(appId),
  },
  jobs: {
    purge: {
      input: jobInputs.purge,
      startedBy: ['schedule'],
      does: 'administer',
      actsAs: 'installation',
      cron: '17 3 * * *',
      run: (_input, { service, signal }) => service.purge(signal),
    },
    settleFiles: {
      input: jobInputs.settleFiles,
      startedBy: ['plugin'],
      does: 'change-app',
      actsAs: 'installation',
      run: (_input, { service, signal }) => service.settleFiles(signal),
    },
  },
  graph: async (builder, edge) => (await import('./graphql.ts')).graph(builder, edge),
  routes,
  runtimeRoutes,
});
