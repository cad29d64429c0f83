import type { LimitSpecs } from '@sayso/core';
import { MailLimitReached } from '../errors.ts';

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
