import { definePlugin } from '@sayso/core';
import { limits } from './calls/limits.ts';
import { collections } from './collections.ts';
import { adds, extensionPoints, integrationsConfig, jobInputs, needs } from './config.ts';
import { unsubscribeKey } from './core/mail/unsubscribe-key.ts';
import { migrations } from './migrations.ts';
import { integrationsRef } from './ref.ts';
import { builderRoutes, runtimeRoutes } from './routes.ts';
import { Integrations } from './service.ts';
import { WEBHOOK_ATTEMPTS } from './webhooks/webhooks.ts';

export default definePlugin({
  name: 'integrations',
  contract: 1,
  config: integrationsConfig,
  needs,
  provides: integrationsRef,
  extensionPoints,
  adds,
  collections,
  limits,
  migrations,
  async start(context) {
    const integrations = new Integrations(context, await unsubscribeKey(context.collections.keys, context.host));
    await integrations.packages.reseal();
    await integrations.packages.warmUp();
    context.add('appAbilities', {
      describe: (appId) => integrations.packages.describe(appId),
      packages: (appId) => integrations.callable(appId),
    });
    context.add('appFetch', (address, options) => integrations.packages.outbound.direct(address, options));
    context.add('appFiles', integrations.files.texts);
    context.add('rowFiles', integrations.files.texts);
    context.add('filePaths', integrations.files.texts);
    context.add('appPurges', { remove: (appId) => integrations.removeApp(appId) });
    context.add('serverFunctions', { list: () => integrations.functions() });
    return integrations;
  },
  jobs: {
    sweepFiles: {
      input: jobInputs.sweepFiles,
      startedBy: ['schedule'],
      does: 'change-rows',
      actsAs: 'installation',
      cron: '29 4 * * *',
      run: (_input, { service, signal }) => service.files.sweep(signal),
    },
    webhook: {
      input: jobInputs.webhook,
      startedBy: ['visitor', 'builder'],
      does: 'spend',
      actsAs: 'app',
      attempts: WEBHOOK_ATTEMPTS,
      tenant: ({ id, appId = id }) => appId,
      run: ({ id }, { service, attempt, signal }) => service.webhooks.work(id, { isLast: attempt === WEBHOOK_ATTEMPTS, signal }),
    },
  },
  graph: async (builder, edge) => (await import('./graphql.ts')).graph(builder, edge),
  routes: builderRoutes,
  runtimeRoutes,
});
