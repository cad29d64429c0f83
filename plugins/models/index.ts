import { definePlugin } from '@sayso/core';
import { modelsConfig } from './config.ts';
import { modelsRef } from './ref.ts';
import { addModelsGraph } from './schema.ts';
import { openModels } from './service.ts';

export default definePlugin({
  name: 'models',
  contract: 1,
  config: modelsConfig,
  provides: modelsRef,
  graph: addModelsGraph,
  start: ({ config }) => openModels(config),
});
