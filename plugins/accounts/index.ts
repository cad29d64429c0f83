import { definePlugin } from '@sayso/core';
import { collections } from './collections.ts';
import { accountsConfig, extensionPoints, jobInputs } from './config.ts';
import { limits } from './mail/limits.ts';
import { DELIVERY_ATTEMPTS } from './mail/outbox.ts';
import { migrations } from './migrations.ts';
import { accountsRef } from './ref.ts';
import { memoryRoutes, routes } from './routes.ts';
import { startAccounts } from './service.ts';
import { identify } from './sessions/identify.ts';

export default definePlugin({
  name: 'accounts',
  contract: 1,
  config: accountsConfig,
  provides: accountsRef,
  extensionPoints,
  collections,
  migrations,
  limits,
  start: startAccounts,
  jobs: {
    deliverMail: {
      input: jobInputs.deliverMail,
      startedBy: ['visitor', 'plugin'],
      does: 'spend',
      actsAs: 'installation',
      // Above an attempt's time-out, so that the lease holds while the event loop is busy.
      leaseMs: 90_000,
      attempts: DELIVERY_ATTEMPTS,
      run: (delivery, { service, attempt }) => service.outbox.deliver(delivery, attempt),
    },
    mailReset: {
      input: jobInputs.mailReset,
      startedBy: ['visitor'],
      does: 'spend',
      actsAs: 'installation',
      run: (input, { service, id }) => service.mailReset(id, input),
    },
    sweepMail: {
      input: jobInputs.sweepMail,
      startedBy: ['schedule'],
      does: 'spend',
      actsAs: 'installation',
      cron: '*/5 * * * *',
      run: (_input, { service }) => service.outbox.sweep(),
    },
  },
  graph: async (builder, edge) => (await import('./graphql.ts')).graph(builder, edge),
  routes,
  runtimeRoutes: memoryRoutes,
  identify,
  permit: (asked, accounts) => accounts.permit(asked),
  on: {
    'accounts.changed': async (_changed, accounts) => accounts.invalidateSessions(),
    'accounts.leftApp': async ({ sessionId }, accounts) => accounts.leftApp(sessionId),
    'accounts.sessionsChanged': async (_changed, accounts) => accounts.invalidateSessions(),
  },
  async ready(accounts) {
    // Invalid settings fail before the server is ready, and the first log-in does not wait for better-auth to load.
    await accounts.identity();
    // Not awaited: mail is durable, and an unreachable mail server must not delay the start.
    void accounts.checkMailServer();
  },
});
