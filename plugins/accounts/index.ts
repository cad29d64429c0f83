import { definePlugin } from '@sayso/core';
import { collections } from './collections.ts';
import { accountsConfig } from './config.ts';
import { identify } from './identify.ts';
import { accountsRef } from './ref.ts';
import { memoryRoutes, routes } from './routes.ts';
import { graph } from './schema.ts';
import { startAccounts } from './service.ts';

export default definePlugin({
  name: 'accounts',
  contract: 1,
  config: accountsConfig,
  provides: accountsRef,
  collections,
  graph,
  routes,
  runtimeRoutes: memoryRoutes,
  identify,
  start: startAccounts,
});
