import { definePlugin, storeNow } from '@sayso/core';
import { modelBackends, modelsRef } from '@sayso/models/ref';
import { runtimeRef } from '@sayso/runtime/ref';

export default definePlugin({
  name: 'demo-assistant',
  contract: 1,
  needs: { models: modelsRef, runtime: runtimeRef },
  adds: { modelBackends },
  async start({ needs: { runtime }, add }) {
    const { openBackend } = await import('./service.ts');
    const summaries = await runtime.templates();
    const templates = await Promise.all(summaries.map(({ name }) => runtime.template(name)));
    add('modelBackends', openBackend({ runtime, templates: templates.filter((one) => one !== null), now: () => new Date(storeNow()) }));
  },
});
