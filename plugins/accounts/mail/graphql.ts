import type { Builder } from '@sayso/core';
import type { AccountsService } from '../service.ts';
import type { OutboxMail } from './outbox.ts';

/** Undelivered mail, for admins: listing, retrying, deleting. */
export function mailGraph(builder: Builder, accounts: () => AccountsService): void {
  const State = builder.enumType('OutboxMailState', {
    description: 'Where a mail in the outbox stands.',
    values: {
      kept: { description: 'No mail server is connected.' },
      queued: { description: 'It is delivered now, or after a back-off.' },
      failed: { description: 'No further attempt is made.' },
      sent: { description: 'The mail server has accepted it. It is no longer listed.' },
    } as const,
  });
  const Mail = builder.objectRef<OutboxMail>('OutboxMail').implement({
    description: 'A mail that no mail server has accepted so far. It is kept for 30 days.',
    authScopes: { admin: true },
    fields: (t) => ({
      id: t.exposeID('id'),
      to: t.exposeString('to'),
      subject: t.exposeString('subject'),
      text: t.exposeString('text', { nullable: true, description: 'Null where a mail server is connected: its links are secrets.' }),
      state: t.field({ type: State, resolve: ({ state }) => state }),
      attempts: t.exposeInt('attempts', { description: 'Since it was queued last.' }),
      error: t.exposeString('error', { nullable: true, description: 'Of the last attempt; what the mail server said.' }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
    }),
  });

  builder.queryFields((t) => ({
    outbox: t.field({
      type: [Mail],
      description: 'Mail that no mail server has accepted so far, newest first, at most 100. access: admin',
      does: 'look',
      authScopes: { admin: true },
      resolve: () => accounts().outbox.list(),
    }),
    hasMailServer: t.boolean({
      description: 'Whether mail is sent. Without a mail server it is kept in the outbox. access: public',
      does: 'look',
      authScopes: { public: true },
      resolve: () => accounts().hasMailServer,
    }),
  }));
  builder.mutationFields((t) => ({
    retryMail: t.field({
      type: Mail,
      description: 'Sends a mail of the outbox now, with all attempts. access: admin',
      does: 'administer',
      authScopes: { admin: true },
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }) => accounts().outbox.retry(id),
    }),
    deleteMail: t.boolean({
      description: 'Deletes a mail of the outbox: it is not sent. access: admin',
      does: 'administer',
      authScopes: { admin: true },
      args: { id: t.arg.id({ required: true }) },
      async resolve(_root, { id }) {
        await accounts().outbox.remove(id);
        return true;
      },
    }),
  }));
}
