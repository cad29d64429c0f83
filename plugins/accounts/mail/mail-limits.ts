import { INSTALLATION } from '@sayso/core';
import type { AccountsContext } from '../config.ts';
import { sha256 } from '../limits/digest.ts';
import type { Mail } from '../ref.ts';

/** Stores a mail within the limits of its payer, of its recipient and of the installation. Throws `MailLimitReached`. */
export async function withinMailLimits(context: Pick<AccountsContext, 'limits'>, mail: Mail, store: () => Promise<void>): Promise<void> {
  if (mail.payer === undefined) return store();
  const taken = await context.limits.takeAll([
    { key: 'mailsToRecipient', subject: await sha256(recipientOf(mail.to)), amount: 1 },
    { key: 'mailsOfAccount', subject: mail.payer, amount: 1 },
    { key: 'mailsOfAll', subject: INSTALLATION, amount: 1 },
  ]);
  try {
    await store();
  } catch (error) {
    await taken.refund();
    throw error;
  }
}

/** One mailbox, however it is written: many servers deliver `ada+news@example.org` to `ada@example.org`. */
function recipientOf(address: string): string {
  const [name = '', host = ''] = address.trim().toLowerCase().split('@');
  return `${name.replace(/\+.*$/, '')}@${host}`;
}
