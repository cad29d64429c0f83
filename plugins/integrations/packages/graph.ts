import type { Builder, Edge } from '@sayso/core';
import type { WebhookEventDocument } from '../collections.ts';
import { connectionMutations, connectionType } from '../connections/graph.ts';
import type { Integrations } from '../service.ts';
import type { BrokenPackage, CataloguePackage } from './catalogue.ts';
import type { PackageManifest } from './manifest.ts';
import type { AppPackages, InstalledPackage, TestOutcome } from './packages.ts';

const EVENTS = 50;
const CLIENTS = 'OAuth clients by connection: {id, secret}. The secret is stored encrypted and never sent back; null removes either.';

/** The packages of an app, for those who build it: what it has, what it could have, and how they are set. */
export function packagesGraph(builder: Builder, edge: Edge<Integrations>): void {
  const packages = addTypes(builder, edge);
  connectionMutations(builder, edge, packages);
  const { service } = edge;
  const args = (t: Parameters<Parameters<typeof builder.mutationField>[1]>[0]) => ({ appId: t.arg.id({ required: true }) });
  builder.queryField('integrationPackages', (t) =>
    t.field({
      type: packages,
      description: 'The integration packages of an app, and the catalogue. access: builder',
      does: 'look',
      authScopes: { builder: true },
      args: { appId: t.arg.id({ required: true }) },
      resolve: (_root, { appId }, { actor }) => service().packages.list(actor, appId),
    }),
  );
  builder.mutationField('installIntegration', (t) =>
    t.field({
      type: packages,
      description:
        'Adds a package to an app, under a name when it has it already. Secrets are stored encrypted and never sent back. access: builder',
      does: 'change-app',
      authScopes: { builder: true },
      args: {
        ...args(t),
        package: t.arg.string({ required: true }),
        digest: t.arg.string({ required: true, description: 'Of the offer that was shown. Another one is refused.' }),
        name: t.arg.string(),
        settings: t.arg({ type: 'JSON' }),
        secrets: t.arg({ type: 'JSON' }),
        clients: t.arg({ type: 'JSON', description: CLIENTS }),
      },
      resolve: async (_root, { appId, package: packageName, digest, name, settings, secrets, clients }, { actor }) => {
        const given = { settings: objectOf(settings), secrets: objectOf(secrets), clients: objectOf(clients) };
        await service().packages.install(actor, appId, { packageName, digest, name: name ?? undefined, ...given });
        return service().packages.list(actor, appId);
      },
    }),
  );
  builder.mutationField('configureIntegration', (t) =>
    t.field({
      type: packages,
      description: 'Changes an integration; what is left out stays. A secret that is null is removed. access: builder',
      does: 'change-app',
      authScopes: { builder: true },
      args: {
        ...args(t),
        id: t.arg.id({ required: true }),
        settings: t.arg({ type: 'JSON' }),
        secrets: t.arg({ type: 'JSON' }),
        clients: t.arg({ type: 'JSON', description: CLIENTS }),
        visitors: t.arg.stringList({ description: 'Names of the endpoints that visitors may call.' }),
        hasSamples: t.arg.boolean({ description: 'Whether previews get the sample answers of the package.' }),
      },
      resolve: async (_root, { appId, id, settings, secrets, clients, visitors, hasSamples }, { actor }) => {
        const changed = settings == null ? undefined : objectOf(settings);
        const given = { settings: changed, secrets: objectOf(secrets), clients: objectOf(clients) };
        await service().packages.change(actor, appId, {
          id,
          ...given,
          visitors: visitors ?? undefined,
          hasSamples: hasSamples ?? undefined,
        });
        return service().packages.list(actor, appId);
      },
    }),
  );
  builder.mutationField('upgradeIntegration', (t) =>
    t.field({
      type: packages,
      description: 'Accepts another version of a package, with all that it wants more. access: builder',
      does: 'change-app',
      authScopes: { builder: true },
      args: {
        ...args(t),
        id: t.arg.id({ required: true }),
        digest: t.arg.string({ required: true, description: 'Of the version that was shown.' }),
      },
      resolve: async (_root, { appId, id, digest }, { actor }) => {
        await service().packages.upgrade(actor, appId, { id, digest });
        return service().packages.list(actor, appId);
      },
    }),
  );
  builder.mutationField('removeIntegration', (t) =>
    t.field({
      type: packages,
      description: 'Removes a package from an app, with its settings and secrets. access: builder',
      does: 'change-app',
      authScopes: { builder: true },
      args: { ...args(t), id: t.arg.id({ required: true }) },
      resolve: async (_root, { appId, id }, { actor }) => {
        await service().packages.remove(actor, appId, id);
        return service().packages.list(actor, appId);
      },
    }),
  );
  const outcome = builder.objectRef<TestOutcome>('IntegrationTest').implement({
    description: 'The outcome of a call for a test.',
    authScopes: { builder: true },
    fields: (t) => ({
      isOk: t.exposeBoolean('isOk'),
      output: t.field({
        type: 'JSON',
        nullable: true,
        description: 'The answer, or the sentence of the failure.',
        resolve: ({ output }) => output,
      }),
      milliseconds: t.exposeInt('milliseconds'),
      logs: t.field({ type: ['String'], resolve: ({ logs }) => logs.map(({ text }) => text) }),
    }),
  });
  builder.mutationField('testIntegration', (t) =>
    t.field({
      type: outcome,
      description: 'Calls an endpoint of an installed package as its builder. access: builder',
      does: 'spend',
      authScopes: { builder: true },
      args: {
        ...args(t),
        id: t.arg.id({ required: true }),
        endpoint: t.arg.string({ required: true }),
        input: t.arg({ type: 'JSON', required: true }),
      },
      resolve: (_root, { appId, id, endpoint, input }, { actor, signal }) =>
        service().packages.test(actor, appId, { id, endpoint, input: objectOf(input), signal }),
    }),
  );
  builder.mutationField('replayWebhook', (t) =>
    t.field({
      type: packages,
      description: 'Works an event of a webhook off once more. access: builder',
      does: 'spend',
      authScopes: { builder: true },
      args: { ...args(t), id: t.arg.id({ required: true }) },
      resolve: async (_root, { appId, id }, { actor }) => {
        await service().webhooks.replay(actor, appId, id);
        return service().packages.list(actor, appId);
      },
    }),
  );
}

function addTypes(builder: Builder, edge: Edge<Integrations>) {
  const { service } = edge;
  const manifest = builder.objectRef<PackageManifest>('IntegrationPackage').implement({
    description: 'What a package declares.',
    extensions: { access: 'parent' },
    fields: (t) => ({
      name: t.exposeString('name'),
      title: t.exposeString('title'),
      version: t.exposeString('version'),
      sentence: t.exposeString('sentence'),
      icon: t.string({ nullable: true, description: 'An image as a data URL.', resolve: ({ icon }) => icon ?? null }),
      price: t.string({ nullable: true, resolve: ({ price }) => price ?? null }),
      hosts: t.field({ type: ['String'], description: 'That it may call; `{name}` is that of a setting.', resolve: ({ hosts }) => hosts }),
      settings: t.field({
        type: 'JSON',
        description: 'By name: title, type, required, choices, default.',
        resolve: ({ settings }) => settings,
      }),
      secrets: t.field({ type: 'JSON', description: 'By name: title, description, required.', resolve: ({ secrets }) => secrets }),
      endpoints: t.field({
        type: 'JSON',
        description: 'By name: sentence, input, output, example.',
        resolve: ({ endpoints }) => endpoints,
      }),
      connections: t.field({
        type: 'JSON',
        description: 'OAuth connections by name: title, description, required, scopes and the addresses of the provider.',
        resolve: ({ connections }) => connections,
      }),
      webhooks: t.field({ type: 'JSON', description: 'By name: sentence, scheme, secret.', resolve: ({ webhooks }) => webhooks }),
    }),
  });
  const found = builder.objectRef<CataloguePackage>('IntegrationOffer').implement({
    description: 'A package that can be installed.',
    extensions: { access: 'parent' },
    fields: (t) => ({
      digest: t.exposeString('digest', { description: 'Of its code and what it declares.' }),
      isBuiltIn: t.boolean({ description: 'Part of Sayso.', resolve: ({ source }) => source === 'built-in' }),
      package: t.field({ type: manifest, resolve: (offer) => offer.manifest }),
    }),
  });
  const broken = builder.objectRef<BrokenPackage>('IntegrationProblem').implement({
    description: 'A package of the operator that cannot be used, and why.',
    extensions: { access: 'parent' },
    fields: (t) => ({ name: t.exposeString('name'), problem: t.exposeString('problem') }),
  });
  const connection = connectionType(builder, edge);
  const installed = builder.objectRef<InstalledPackage>('InstalledIntegration').implement({
    description: 'A package in an app, with settings of its own.',
    extensions: { access: 'parent' },
    fields: (t) => ({
      id: t.id({ resolve: ({ instance }) => instance._id }),
      name: t.string({ resolve: ({ instance }) => instance.name }),
      package: t.field({ type: manifest, resolve: ({ instance }) => instance.manifest }),
      settings: t.field({ type: 'JSON', resolve: ({ instance }) => instance.settings }),
      secretNames: t.field({
        type: ['String'],
        description: 'That have a value. Values are never sent.',
        resolve: ({ instance }) => Object.keys(instance.secrets),
      }),
      connections: t.field({ type: [connection], resolve: ({ connections }) => [...connections] }),
      visitors: t.field({
        type: ['String'],
        description: 'Endpoints that visitors may call.',
        resolve: ({ instance }) => instance.visitors,
      }),
      hasSamples: t.boolean({ description: 'Whether previews get sample answers.', resolve: ({ instance }) => instance.hasSamples }),
      problem: t.exposeString('problem', { nullable: true, description: 'Why it cannot be called.' }),
      lastCallAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ instance }) => instance.lastCallAt }),
      lastError: t.string({ nullable: true, resolve: ({ instance }) => instance.lastError?.message ?? null }),
      webhookUrls: t.field({
        type: 'JSON',
        description: 'The address of each webhook, by name.',
        resolve: ({ instance }) =>
          Object.fromEntries(Object.keys(instance.manifest.webhooks).map((name) => [name, service().webhooks.urlOf(instance, name)])),
      }),
      upgrade: t.field({
        type: found,
        nullable: true,
        description: 'A version that waits for consent.',
        resolve: ({ upgrade }) => upgrade?.found ?? null,
      }),
      upgradeAdds: t.field({
        type: 'JSON',
        nullable: true,
        description: 'What it wants more: hosts, secrets, endpoints, webhooks, connections, and another price.',
        resolve: ({ upgrade }) => upgrade?.added ?? null,
      }),
    }),
  });
  const event = builder.objectRef<WebhookEventDocument>('IntegrationEvent').implement({
    description: 'An event that another server sent to a webhook.',
    extensions: { access: 'parent' },
    fields: (t) => ({
      id: t.id({ resolve: ({ _id }) => _id }),
      package: t.exposeString('package'),
      webhook: t.exposeString('webhook'),
      state: t.string({ description: 'pending, done or failed.', resolve: ({ state }) => state }),
      attempts: t.exposeInt('attempts'),
      note: t.exposeString('note', { nullable: true }),
      error: t.exposeString('error', { nullable: true }),
      receivedAt: t.field({ type: 'DateTime', resolve: ({ receivedAt }) => receivedAt }),
    }),
  });
  return builder.objectRef<AppPackages>('AppIntegrationPackages').implement({
    description: 'The integration packages of an app, and what it could have.',
    authScopes: { builder: true },
    fields: (t) => ({
      id: t.id({ description: 'Of the app.', resolve: ({ app }) => app.id }),
      installed: t.field({ type: [installed], resolve: async ({ instances }) => [...(await instances())] }),
      catalogue: t.field({ type: [found], resolve: async ({ catalogue }) => [...(await catalogue())] }),
      broken: t.field({ type: [broken], resolve: async (all) => [...(await all.broken())] }),
      missing: t.field({
        type: ['String'],
        description: 'Packages that the app imports and does not have.',
        resolve: ({ missing }) => [...missing],
      }),
      events: t.field({
        type: [event],
        description: 'The latest events of webhooks, newest first.',
        resolve: ({ app }) => service().webhooks.list(app.id, EVENTS),
      }),
    }),
  });
}

/** A JSON argument that has to be an object. */
function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
