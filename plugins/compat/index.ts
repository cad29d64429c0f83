import { definePlugin } from '@sayso/core';
import { compatConfig, needs } from './config.ts';
import { compatRef } from './ref.ts';
import { routes, runtimeRoutes } from './routes.ts';
import { Compat } from './service.ts';

export default definePlugin({
  name: 'compat',
  contract: 1,
  config: compatConfig,
  needs,
  provides: compatRef,
  start: (context) => new Compat(context),
  drain: (compat) => compat.sockets.close(),
  on: {
    'accounts.changed': async ({ accountId }, compat) => compat.creators.forget(accountId),
  },
  routes,
  runtimeRoutes,
});
