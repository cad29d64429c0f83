import { definePlugin } from '@sayso/core';
import { collections } from './collections.ts';
import { modelsConfig } from './config.ts';
import { modelBackends } from './ref.ts';
import type { ModelsService } from './service.ts';
import { modelsServiceRef } from './service-ref.ts';

export default definePlugin({
  name: 'models',
  contract: 1,
  config: modelsConfig,
  collections,
  provides: modelsServiceRef,
  extensionPoints: { backends: modelBackends },
  graph: async (builder) => (await import('./schema.ts')).addModelsGraph(builder),
  async start({ config, collections: { settings: documents }, host, additions }): Promise<ModelsService> {
    const [{ ModelsService }, { ConnectionSettings }] = await Promise.all([import('./service.ts'), import('./settings/index.ts')]);
    const sealingKey = host.deriveKey('models: key of the endpoint');
    const settings = new ConnectionSettings({ config, documents, sealingKey });
    return new ModelsService({ config, settings, backends: additions.backends });
  },
});
