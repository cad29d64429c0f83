import { INSTALLATION, type LimitSpecs } from '@sayso/core';
import type { AccountsContext } from '../config.ts';
import { MailLimitReached } from '../errors.ts';
import { sha256 } from '../limits/digest.ts';
import type { Mail } from '../ref.ts';

const refuse = (sentence: string) => () => new MailLimitReached(sentence);

/** Mail on behalf of accounts is counted for who pays and who receives: apps cost nothing, and one person may have many. */
export const limits = {
  mailsOfAccount: {
    unit: 'mails',
    window: 'day',
    most: 'MAILS_PER_OWNER_AND_DAY',
    words: 'Mails on behalf of one account, by all of its apps, in a day',
    refusal: refuse('As many mails were sent today as all apps of this owner may send in a day. Please try again tomorrow.'),
  },
  mailsToRecipient: {
    unit: 'mails',
    window: 'day',
    most: 'MAILS_PER_RECIPIENT_AND_DAY',
    words: 'Mails that one address gets from all apps in a day',
    refusal: refuse('This address got as many mails today as apps may send it in a day. Please try again tomorrow.'),
  },
  mailsOfAll: {
    unit: 'mails',
    window: 'day',
    most: 'MAILS_PER_DAY',
    words: 'Mails on behalf of all accounts in a day',
    refusal: refuse('As many mails were sent today as this server sends in a day. Please try again tomorrow.'),
  },
} satisfies LimitSpecs;

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
