import { type Builder, InvalidInput, NotFound } from '@sayso/core';
import { accountIdOf } from '../ref.ts';
import type { AccountsService } from '../service.ts';
import type { AccountSearch, ManagedAccount } from './directory.ts';
import type { Invitation } from './invitations.ts';

const authScopes = { admin: true };

/** Accounts and invitations, for admins of the installation. */
export function addAdministration(builder: Builder, accounts: () => AccountsService): void {
  const { account, page, accountType } = accountTypes(builder);
  const { invitation, created } = invitationTypes(builder);
  builder.queryFields((t) => ({
    accounts: t.field({
      type: page,
      description: 'All accounts, newest first, 50 at a time. access: admin',
      does: 'look',
      authScopes,
      args: { search: t.arg.string(), accountType: t.arg({ type: accountType }), after: t.arg.id() },
      resolve: (_root, { search, accountType: kind, after }) =>
        accounts().directory.page({
          search: search ?? undefined,
          accountType: kind ?? undefined,
          after: after ?? undefined,
        } satisfies AccountSearch),
    }),
    invitations: t.field({
      type: [invitation],
      description: 'Invitations to build that still work, newest first. access: admin',
      does: 'look',
      authScopes,
      resolve: () => accounts().invitations.list(),
    }),
  }));
  builder.mutationFields((t) => ({
    setAccountDisabled: t.field({
      type: account,
      description: 'A disabled account logs in nowhere; its sessions end at once. access: admin',
      does: 'administer',
      authScopes,
      args: { id: t.arg.id({ required: true }), disabled: t.arg.boolean({ required: true }) },
      resolve: (_root, { id, disabled }, context) => accounts().directory.setDisabled(accountIdOf(context.actor) ?? '', id, disabled),
    }),
    setAccountType: t.field({
      type: account,
      description: 'Whether the account may build apps. access: admin',
      does: 'administer',
      authScopes,
      args: { id: t.arg.id({ required: true }), accountType: t.arg({ type: accountType, required: true }) },
      resolve: (_root, args) => accounts().directory.setAccountType(args.id, args.accountType),
    }),
    createInvitation: t.field({
      type: created,
      description: 'Makes a link that lets people build here. Its code is shown this once. access: admin',
      does: 'administer',
      authScopes,
      args: { uses: t.arg.int({ required: true }), days: t.arg.int({ required: true }) },
      resolve: async (_root, { uses, days }, context) => {
        if (uses < 1 || uses > 1000) throw new InvalidInput('An invitation is for 1 to 1,000 people.');
        if (days < 1 || days > 90) throw new InvalidInput('An invitation works for 1 to 90 days.');
        const { host, invitations } = accounts();
        const made = await invitations.create(accountIdOf(context.actor) ?? '', { uses, days });
        // In the fragment, which browsers do not send to servers.
        return { invitation: made.invitation, link: `${host.builderUrl}/invite#code=${made.code}` };
      },
    }),
    revokeInvitation: t.field({
      type: 'Boolean',
      description: 'The link makes no builder any more. access: admin',
      does: 'administer',
      authScopes,
      args: { id: t.arg.id({ required: true }) },
      resolve: async (_root, { id }) => {
        if (!(await accounts().invitations.revoke(id))) throw new NotFound('The invitation');
        return true;
      },
    }),
  }));
}

function accountTypes(builder: Builder) {
  const accountType = builder.enumType('AccountType', { values: ['builder', 'user'] as const });
  const account = builder.objectRef<ManagedAccount>('ManagedAccount').implement({
    description: 'An account as admins see it.',
    authScopes,
    fields: (t) => ({
      id: t.exposeID('id'),
      email: t.exposeString('email'),
      emailVerified: t.exposeBoolean('emailVerified'),
      name: t.exposeString('name'),
      accountType: t.expose('accountType', { type: accountType }),
      isAdmin: t.exposeBoolean('isAdmin'),
      isDisabled: t.exposeBoolean('isDisabled'),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
    }),
  });
  const page = builder.objectRef<{ accounts: ManagedAccount[]; next: string | null }>('AccountPage').implement({
    authScopes,
    fields: (t) => ({
      accounts: t.expose('accounts', { type: [account] }),
      next: t.exposeID('next', { nullable: true, description: '`after` of the next page; null at the end.' }),
    }),
  });
  return { account, page, accountType };
}

function invitationTypes(builder: Builder) {
  const invitation = builder.objectRef<Invitation>('Invitation').implement({
    description: 'A link that lets people build here.',
    authScopes,
    fields: (t) => ({
      id: t.exposeID('id'),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
      uses: t.exposeInt('uses', { description: 'How many people it is for in all.' }),
      usesLeft: t.exposeInt('usesLeft'),
    }),
  });
  const created = builder.objectRef<{ invitation: Invitation; link: string }>('CreatedInvitation').implement({
    authScopes,
    fields: (t) => ({ invitation: t.expose('invitation', { type: invitation }), link: t.exposeString('link') }),
  });
  return { invitation, created };
}
