import { definePlugin, storeNow } from '@sayso/core';
import { collections } from './collections.ts';
import { adds, functionsConfig, needs, noInput, runTask } from './config.ts';
import { graph } from './graphql.ts';
import { migrations } from './migrations.ts';
import { functionsRef } from './ref.ts';
import { routes, runtimeRoutes } from './routes.ts';
import { limits } from './runs/limits.ts';
import { Functions } from './service.ts';

export default definePlugin({
  name: 'functions',
  contract: 1,
  config: functionsConfig,
  needs,
  provides: functionsRef,
  adds,
  collections,
  limits,
  migrations,
  async start(context) {
    const functions = new Functions(context);
    await functions.environment.reseal();
    context.add('appPurges', { remove: (appId) => functions.removeApp(appId) });
    return functions;
  },
  // Not in processes that only serve published apps: each would read every change of a row.
  ready: (functions) => functions.followRows(),
  drain: (functions) => functions.drain(),
  on: {
    'apps.changed': ({ appId }, functions) => functions.appChanged(appId),
    'functions.changed': async ({ appId }, functions) => functions.triggers.forget(appId),
  },
  jobs: {
    run: {
      input: runTask,
      startedBy: ['plugin', 'visitor'],
      does: 'spend',
      actsAs: 'app',
      attempts: 2,
      leaseMs: 60_000,
      concurrency: 4,
      tenant: ({ appId }) => appId,
      run: (task, { service, ...job }) => service.runTriggered(task, job),
    },
    startDue: {
      input: noInput,
      startedBy: ['schedule'],
      does: 'spend',
      actsAs: 'installation',
      cron: '* * * * *',
      run: (_input, { service }) => service.triggers.startDue(new Date(storeNow())),
    },
  },
  graph,
  routes,
  runtimeRoutes,
});
