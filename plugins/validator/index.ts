import { definePlugin } from '@sayso/core';
import { extensionPoints, needs } from './config.ts';
import { validatorRef } from './ref.ts';

export default definePlugin({
  name: 'validator',
  contract: 1,
  needs,
  provides: validatorRef,
  extensionPoints,
  start: async (context) => new (await import('./service.ts')).ValidatorService(context),
  routes: async (http, edge) => (await import('./routes.ts')).routes(http, edge),
});
