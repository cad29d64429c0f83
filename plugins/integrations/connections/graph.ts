import type { Builder, Edge } from '@sayso/core';
import type { AppPackages } from '../packages/packages.ts';
import type { Integrations } from '../service.ts';
import type { ConnectionView } from './connections.ts';

/** A connection as those who build the app see it: never a token or a secret. */
export function connectionType(builder: Builder, { service }: Edge<Integrations>) {
  return builder.objectRef<ConnectionView>('IntegrationConnection').implement({
    description: 'An OAuth connection of an installed package. Tokens and secrets are never sent.',
    extensions: { access: 'parent' },
    fields: (t) => ({
      id: t.id({ resolve: ({ connection }) => connection.id }),
      name: t.string({ resolve: ({ connection }) => connection.name }),
      title: t.string({ resolve: ({ connection }) => connection.declared.title }),
      state: t.string({
        description: 'unconfigured, disconnected, connected, or lost: it has to be connected again.',
        resolve: ({ state }) => state,
      }),
      problem: t.exposeString('problem', { nullable: true, description: 'Why calls cannot use it.' }),
      lastError: t.string({ nullable: true, resolve: ({ connection }) => connection.document.lastError?.message ?? null }),
      scopes: t.field({ type: ['String'], resolve: ({ connection }) => [...connection.declared.scopes] }),
      clientId: t.string({ nullable: true, description: 'Of the builder.', resolve: ({ connection }) => connection.document.clientId }),
      hasClientSecret: t.boolean({ resolve: ({ connection }) => connection.document.clientSecret !== null }),
      hasOperatorClient: t.boolean({
        description: 'Whether the operator gave the client.',
        resolve: ({ connection }) => connection.isOperators,
      }),
      connectedAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ connection }) => connection.document.connectedAt }),
      callbackUrl: t.string({
        description: 'To be registered at the provider.',
        resolve: () => service().packages.connections.callbackUrl,
      }),
    }),
  });
}

export function connectionMutations(
  builder: Builder,
  { service }: Edge<Integrations>,
  packages: ReturnType<ReturnType<typeof builder.objectRef<AppPackages>>['implement']>,
): void {
  const args = (t: Parameters<Parameters<typeof builder.mutationField>[1]>[0]) => ({
    appId: t.arg.id({ required: true }),
    id: t.arg.id({ required: true, description: 'Of the installed package.' }),
    connection: t.arg.string({ required: true, description: 'Its name.' }),
  });
  builder.mutationField('connectIntegration', (t) =>
    t.string({
      description:
        'Starts the consent of an OAuth connection; answers with the address of the provider, for a window of the same person. access: builder',
      does: 'change-app',
      authScopes: { builder: true },
      args: args(t),
      resolve: (_root, { appId, id, connection }, { actor }) => service().packages.connect(actor, appId, { id, connection }),
    }),
  );
  builder.mutationField('disconnectIntegration', (t) =>
    t.field({
      type: packages,
      description: 'Removes the tokens of an OAuth connection, and revokes them at the provider where it can. access: builder',
      does: 'change-app',
      authScopes: { builder: true },
      args: args(t),
      resolve: async (_root, { appId, id, connection }, { actor }) => {
        await service().packages.disconnect(actor, appId, { id, connection });
        return service().packages.list(actor, appId);
      },
    }),
  );
}
