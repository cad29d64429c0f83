import { definePlugin } from '@sayso/core';
import { collections } from './collections.ts';
import { CONVERSION_ATTEMPTS } from './columns/conversions.ts';
import {
  adds,
  baseTask,
  conversionTask,
  copyTask,
  entitiesConfig,
  extensionPoints,
  importTask,
  needs,
  noInput,
  workers,
} from './config.ts';
import { COPY_ATTEMPTS } from './copies/copies.ts';
import { IMPORT_ATTEMPTS } from './import/job.ts';
import { migrations } from './migrations.ts';
import { entitiesRef } from './ref.ts';
import { builderRoutes, runtimeRoutes } from './routes.ts';
import { limits } from './rows/limits.ts';
import { Entities } from './service.ts';

export default definePlugin({
  name: 'entities',
  contract: 1,
  config: entitiesConfig,
  needs,
  provides: entitiesRef,
  extensionPoints,
  adds,
  collections,
  migrations,
  limits,
  workers,
  start(context) {
    const entities = new Entities(context);
    context.add('appBranches', {
      copy: (from, to) => entities.copyToBranch(from, to),
      planMerge: (actor, branch, tables) => entities.copies.planMerge(actor, branch.id, tables),
    });
    context.add('appPurges', { remove: (appId) => entities.removeApp(appId) });
    return entities;
  },
  ready: (entities) => entities.ready(),
  drain: (entities) => entities.sockets.close(),
  on: {
    'apps.changed': async ({ appId }, entities) => {
      entities.appChanged(appId);
      await entities.conversions.appChanged(appId);
    },
    'apps.personChanged': async ({ appId, accountId }, entities) => entities.personChanged(appId, accountId),
  },
  jobs: {
    import: {
      input: importTask,
      startedBy: ['user'],
      does: 'change-rows',
      actsAs: 'account',
      attempts: IMPORT_ATTEMPTS,
      concurrency: 2,
      run: ({ importId }, job) => job.service.imports.run(importId, job),
    },
    undoImport: {
      input: importTask,
      startedBy: ['user'],
      does: 'change-rows',
      actsAs: 'account',
      attempts: IMPORT_ATTEMPTS,
      run: ({ importId }, job) => job.service.imports.runUndo(importId, job),
    },
    convertRows: {
      input: conversionTask,
      startedBy: ['builder', 'plugin'],
      does: 'change-rows',
      actsAs: 'installation',
      attempts: CONVERSION_ATTEMPTS,
      run: (task, job) => job.service.conversions.run(task, job),
    },
    resumeConversions: {
      input: noInput,
      startedBy: ['plugin'],
      does: 'change-rows',
      actsAs: 'installation',
      run: (_input, { service, signal }) => service.conversions.resume(signal),
    },
    copyRows: {
      input: copyTask,
      startedBy: ['builder', 'plugin'],
      does: 'change-rows',
      actsAs: 'installation',
      attempts: COPY_ATTEMPTS,
      run: (task, job) => job.service.copies.run(task, job),
    },
    keepBase: {
      input: baseTask,
      startedBy: ['builder'],
      does: 'change-rows',
      actsAs: 'installation',
      run: async ({ branchId }, { service }) => void (await service.branches.keepBase(branchId)),
    },
    settleRows: {
      input: noInput,
      startedBy: ['plugin'],
      does: 'change-rows',
      actsAs: 'installation',
      run: (_input, { service }) => service.settleRows(),
    },
    settleFiles: {
      input: noInput,
      startedBy: ['plugin'],
      does: 'change-rows',
      actsAs: 'installation',
      run: (_input, { service, signal }) => service.settleFiles(signal),
    },
    sweepKept: {
      input: noInput,
      startedBy: ['schedule'],
      does: 'change-rows',
      actsAs: 'installation',
      cron: '11 4 * * *',
      run: (_input, { service, signal }) => service.sweepKept(signal),
    },
    removeOldImports: {
      input: noInput,
      startedBy: ['schedule'],
      does: 'change-rows',
      actsAs: 'installation',
      cron: '41 3 * * *',
      run: (_input, { service }) => service.imports.removeOld(),
    },
  },
  graph: async (builder, { service }) => {
    const [{ addImports }, { addChanges }, { addPersonRows }] = await Promise.all([
      import('./import/graphql.ts'),
      import('./realtime/graphql.ts'),
      import('./people/graphql.ts'),
    ]);
    addImports(builder, service);
    addPersonRows(builder, service);
    addChanges(builder, service);
  },
  routes: builderRoutes,
  runtimeRoutes,
});
