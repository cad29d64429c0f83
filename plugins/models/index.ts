import { definePlugin } from '@sayso/core';
import { collections } from './collections.ts';
import { modelsConfig } from './config.ts';
import { modelBackends, modelsRef } from './ref.ts';

export default definePlugin({
  name: 'models',
  contract: 1,
  config: modelsConfig,
  collections,
  provides: modelsRef,
  extensionPoints: { backends: modelBackends },
  async start({ config, collections: { settings: documents }, host, additions }) {
    const [{ ModelsService }, { ConnectionSettings }] = await Promise.all([import('./service.ts'), import('./settings/settings.ts')]);
    const purpose = 'models: key of the endpoint';
    const settings = new ConnectionSettings({ config, documents, sealingKey: host.deriveKey(purpose) });
    if (host.replacedKey !== undefined) await settings.reseal(host.replacedKey(purpose));
    return new ModelsService({ config, settings, backends: additions.backends });
  },
  async ready(service) {
    await service.warm();
  },
  graph: async (builder, edge) => (await import('./graphql.ts')).addModelsGraph(builder, edge),
});
