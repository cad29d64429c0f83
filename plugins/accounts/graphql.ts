import type { Builder, Edge, RequestContext } from '@sayso/core';
import { addAdministration } from './administration/graphql.ts';
import { mailGraph } from './mail/graphql.ts';
import { type Account, accountIdOf } from './ref.ts';
import type { AccountsService } from './service.ts';
import { addSignUp } from './sign-up/graphql.ts';

/** An account is visible to its owner and to admins of the installation. */
function themselves({ id }: Account, { actor }: RequestContext): boolean {
  return actor.kind === 'account' && (actor.admin || actor.id === id);
}

export function graph(builder: Builder, { service: accounts }: Edge<AccountsService>): void {
  const AccountType = builder.objectType('Account', {
    description: 'A person who builds or uses apps.',
    authScopes: themselves,
    fields: (t) => ({
      id: t.exposeID('id'),
      email: t.exposeString('email'),
      emailVerified: t.exposeBoolean('emailVerified'),
      name: t.exposeString('name'),
      accountType: t.exposeString('accountType'),
      plan: t.exposeString('plan'),
      isAdmin: t.exposeBoolean('isAdmin'),
      mayBuild: t.boolean({
        description: 'False for people who use apps and have no invitation to build any.',
        resolve: ({ isAdmin, accountType }) => isAdmin || accountType === 'builder',
      }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
    }),
  });

  addSignUp(builder, accounts);
  addAdministration(builder, accounts);
  builder.queryField('me', (t) =>
    t.field({
      type: AccountType,
      nullable: true,
      description: 'The signed-in account; null for a visitor.',
      does: 'look',
      authScopes: { public: true },
      resolve: (_root, _args, context) => {
        const id = accountIdOf(context.actor);
        return id ? accounts().account(id) : null;
      },
    }),
  );

  mailGraph(builder, accounts);
}
