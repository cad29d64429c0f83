import { definePlugin } from '@sayso/core';
import { collections } from './collections.ts';
import { accountsConfig } from './config.ts';
import { extensionPoints, jobInputs } from './context.ts';
import { identify } from './identify.ts';
import { DELIVERY_ATTEMPTS } from './mail/outbox.ts';
import { migrations } from './migrations.ts';
import { accountsRef } from './ref.ts';
import { memoryRoutes, routes } from './routes.ts';
import { type AccountsService, startAccounts } from './service.ts';

export default definePlugin({
  name: 'accounts',
  contract: 1,
  config: accountsConfig,
  provides: accountsRef,
  extensionPoints,
  collections,
  migrations,
  jobs: {
    deliverMail: {
      input: jobInputs.deliverMail,
      // Above an attempt's time-out, so that the lease holds while the event loop is busy.
      leaseMs: 90_000,
      attempts: DELIVERY_ATTEMPTS,
      run: (delivery, { api, attempt }) => (api as AccountsService).outbox.deliver(delivery, attempt),
    },
    mailReset: {
      input: jobInputs.mailReset,
      run: (input, { api, id }) => (api as AccountsService).mailReset(id, input),
    },
    sweepMail: {
      input: jobInputs.sweepMail,
      cron: '*/5 * * * *',
      run: (_input, { api }) => (api as AccountsService).outbox.sweep(),
    },
  },
  graph: async (builder) => (await import('./schema.ts')).graph(builder),
  routes,
  runtimeRoutes: memoryRoutes,
  identify: (request, accounts) => identify(request, accounts as AccountsService),
  on: {
    'accounts.changed': async (_changed, api) => (api as AccountsService).invalidateSessions(),
  },
  start: startAccounts,
  async ready(accounts) {
    // Invalid settings fail before the server is ready, and the first log-in does not wait for better-auth to load.
    await (accounts as AccountsService).identity();
    // Not awaited: mail is durable, and an unreachable mail server must not delay the start.
    void (accounts as AccountsService).checkMailServer();
  },
});
