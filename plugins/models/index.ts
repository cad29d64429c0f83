import { definePlugin } from '@sayso/core';
import { modelsConfig } from './config.ts';
import { modelsRef } from './ref.ts';

export default definePlugin({
  name: 'models',
  contract: 1,
  config: modelsConfig,
  provides: modelsRef,
  graph: async (builder) => (await import('./schema.ts')).addModelsGraph(builder),
  start: async ({ config }) => (await import('./service.ts')).openModels(config),
});
