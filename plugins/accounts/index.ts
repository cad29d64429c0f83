import { definePlugin } from '@sayso/core';
import { collections } from './collections.ts';
import { accountsConfig } from './config.ts';
import { identify } from './identify.ts';
import { accountsRef } from './ref.ts';
import { memoryRoutes, routes } from './routes.ts';
import { type AccountsService, startAccounts } from './service.ts';

export default definePlugin({
  name: 'accounts',
  contract: 1,
  config: accountsConfig,
  provides: accountsRef,
  collections,
  graph: async (builder) => (await import('./schema.ts')).graph(builder),
  routes,
  runtimeRoutes: memoryRoutes,
  identify: (request, accounts) => identify(request, accounts as AccountsService),
  start: startAccounts,
  async ready(accounts) {
    // A bad setting is told before the server says that it is ready, and the first log-in waits for nothing.
    await (accounts as AccountsService).identity();
  },
});
