import type { Builder } from '@sayso/core';
import { accountIdOf, accountsRef } from './ref.ts';
import type { AccountsService } from './service.ts';

export function graph(builder: Builder): void {
  const AccountType = builder.objectType('Account', {
    description: 'A person who builds or uses apps.',
    fields: (t) => ({
      id: t.exposeID('id'),
      email: t.exposeString('email'),
      emailVerified: t.exposeBoolean('emailVerified'),
      name: t.exposeString('name'),
      accountType: t.exposeString('accountType'),
      plan: t.exposeString('plan'),
      isAdmin: t.exposeBoolean('isAdmin'),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
    }),
  });

  const OutboxMail = builder
    .objectRef<{ id: string; to: string; subject: string; text: string; createdAt: string }>('OutboxMail')
    .implement({
      description: 'A mail that was not sent, as no mail server is configured.',
      fields: (t) => ({
        id: t.exposeID('id'),
        to: t.exposeString('to'),
        subject: t.exposeString('subject'),
        text: t.exposeString('text'),
        createdAt: t.expose('createdAt', { type: 'DateTime' }),
      }),
    });

  builder.queryField('me', (t) =>
    t.field({
      type: AccountType,
      nullable: true,
      description: 'The signed-in account; null for a visitor.',
      authScopes: { public: true },
      resolve: (_root, _args, context) => {
        const id = accountIdOf(context.actor);
        return id ? context.get(accountsRef).account(id) : null;
      },
    }),
  );

  builder.queryField('outbox', (t) =>
    t.field({
      type: [OutboxMail],
      description: 'Mail that was kept while no mail server is configured, newest first.',
      authScopes: { admin: true },
      resolve: (_root, _args, context) => (context.get(accountsRef) as AccountsService).outbox(),
    }),
  );
}
