import type { Builder } from '@sayso/core';
import { accountIdOf } from '../ref.ts';
import type { AccountsService } from '../service.ts';

/** Sign-up policy and invitations. */
export function addSignUp(builder: Builder, accounts: () => AccountsService): void {
  const policy = builder.enumType('SignupPolicy', { values: ['invite', 'open', 'closed'] as const });
  const signup = builder
    .objectRef<{ policy: 'invite' | 'open' | 'closed'; isFirst: boolean; isGoogleEnabled: boolean }>('Signup')
    .implement({
      description: 'Who may sign up to build.',
      extensions: { access: 'parent' },
      fields: (t) => ({
        policy: t.expose('policy', { type: policy }),
        isFirst: t.exposeBoolean('isFirst', { description: 'There is no account yet: the first one administers the installation.' }),
        isGoogleEnabled: t.exposeBoolean('isGoogleEnabled', { description: 'People may sign in with Google.' }),
        address: t.string({
          description: 'Where the builder has to be opened (BUILDER_URL): no log-in works at another address.',
          resolve: () => accounts().builderUrl,
        }),
      }),
    });
  builder.queryFields((t) => ({
    signup: t.field({
      type: signup,
      description: 'Who may sign up to build. access: public',
      does: 'look',
      authScopes: { public: true },
      resolve: async () => {
        const { signUps, isGoogleEnabled } = accounts();
        return { policy: signUps.policy, isFirst: await signUps.isEmpty(), isGoogleEnabled };
      },
    }),
    isInvitationOpen: t.boolean({
      description: 'Whether an invitation to build still works. access: public',
      does: 'look',
      authScopes: { public: true },
      args: { code: t.arg.string({ required: true }) },
      resolve: (_root, { code }) => accounts().invitations.isOpen(code.slice(0, 200)),
    }),
  }));
  builder.mutationField('startBuilding', (t) =>
    t.field({
      type: 'Account',
      nullable: true,
      description: 'Lets the signed-in account build: by an invitation, or by itself where everyone may. access: account',
      does: 'change-own',
      authScopes: { account: true },
      args: { invitation: t.arg.string() },
      resolve: async (_root, { invitation }, context) => {
        const service = accounts();
        const id = accountIdOf(context.actor) ?? '';
        await service.startBuilding(id, invitation?.slice(0, 200));
        return service.account(id);
      },
    }),
  );
}
