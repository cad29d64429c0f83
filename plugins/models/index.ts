import { definePlugin } from '@sayso/core';
import { collections } from './collections.ts';
import { modelsConfig } from './config.ts';
import type { ModelsService } from './service.ts';
import { modelsServiceRef } from './service-ref.ts';

export default definePlugin({
  name: 'models',
  contract: 1,
  config: modelsConfig,
  collections,
  provides: modelsServiceRef,
  graph: async (builder) => (await import('./schema.ts')).addModelsGraph(builder),
  async start({ config, collections: { settings: documents }, host }): Promise<ModelsService> {
    const [{ ModelsService }, { ConnectionSettings }] = await Promise.all([import('./service.ts'), import('./settings/index.ts')]);
    const sealingKey = host.deriveKey('models: key of the endpoint');
    return new ModelsService(config, new ConnectionSettings({ config, documents, sealingKey }));
  },
});
