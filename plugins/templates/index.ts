import { definePlugin } from '@sayso/core';
import { collections } from './collections.ts';
import { adds, needs } from './config.ts';
import { templatesRef } from './ref.ts';

export default definePlugin({
  name: 'templates',
  contract: 1,
  needs,
  provides: templatesRef,
  adds,
  collections,
  async start(context) {
    const { TemplatesService } = await import('./service.ts');
    const templates = new TemplatesService(context);
    context.add('appPurges', { remove: (appId) => templates.removeApp(appId) });
    return templates;
  },
  graph: async (builder) => (await import('./graphql.ts')).addTemplatesGraph(builder),
  routes: async (http) => (await import('./routes.ts')).addTemplatesRoutes(http),
});
