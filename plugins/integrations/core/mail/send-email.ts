import type { AccountsApi } from '@sayso/accounts/ref';
import type { App, AppsApi } from '@sayso/apps/ref';
import { nameLabel } from '@sayso/core';
import type { EntitiesApi } from '@sayso/entities/ref';
import { z } from 'zod';
import type { IntegrationsConfig } from '../../config.ts';
import { RecipientNotAllowed } from '../../errors.ts';
import type { FileTexts } from '../../files/texts.ts';
import { defineEndpoint, type IntegrationCall, type IntegrationEndpoint } from '../../ref.ts';
import { mailBody } from './body.ts';
import type { Unsubscribes } from './unsubscribes.ts';

const MAX_SUBJECT = 200;
const MAX_BODY = 100_000;
const MAX_NAME = 60;

/** Line breaks would begin another header, and direction marks another text. */
const line = (most: number) =>
  z.string().transform((text) =>
    text
      .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, most),
  );

const input = z.object({
  to: z
    .string()
    .trim()
    .max(254)
    .pipe(z.email('has to be one email address'))
    .transform((address) => address.toLowerCase())
    .describe('One address: of a person who uses or builds the app.'),
  subject: line(MAX_SUBJECT).pipe(z.string().min(1, 'must not be empty')),
  body: z.string().min(1, 'must not be empty').max(MAX_BODY).describe('Text or HTML.'),
  from_name: line(MAX_NAME).nullish().describe('Shown as the sender; by default the name of the app.'),
});

export interface MailParts {
  readonly accounts: Pick<AccountsApi, 'account' | 'byEmail' | 'sendMail' | 'hasMailServer'>;
  readonly apps: Pick<AppsApi, 'access'>;
  readonly entities: Pick<EntitiesApi, 'list'>;
  readonly unsubscribes: Unsubscribes;
  readonly files: Pick<FileTexts, 'served'>;
  readonly config: IntegrationsConfig;
}

export function sendEmail(parts: MailParts): IntegrationEndpoint {
  const { MAILS_PER_CALLER_AND_DAY: perCaller, MAILS_PER_APP_AND_DAY: perApp } = parts.config;
  return defineEndpoint({
    name: 'SendEmail',
    sentence: 'Mails a person who uses or builds the app.',
    input,
    output: z.object({ status: z.enum(['queued', 'unsubscribed']) }),
    visitorSetting: 'visitorsMaySendEmail',
    quota: { perCaller, perApp },
    async run({ to, subject, body, from_name: fromName }, call) {
      await checkRecipient(parts, to, call);
      if (await parts.unsubscribes.has(call.appId, to)) return { status: 'unsubscribed' as const };
      const unsubscribe = parts.unsubscribes.link(call.appId, to);
      const { text, html } = mailBody(parts.files.served(call.appId, body), { app: call.app.name, unsubscribe });
      const mail = { to, subject, text, html, fromName: senderOf(fromName ?? '', call), unsubscribe, payer: call.app.ownerId };
      await parts.accounts.sendMail(mail);
      return { status: 'queued' as const };
    },
  });
}

/** The name of the sender: no address, which would pose as the sender's. */
function senderOf(given: string, { app }: IntegrationCall): string {
  return nameLabel(given, MAX_NAME) || nameLabel(app.name, MAX_NAME) || 'An app';
}

/**
 * Whom the app may write to: the caller's own address, people who build it, and people who use it, with verified addresses; and addresses in the columns of
 * `mailFields`, in rows that the caller may read. Visitors write to those who build the app, and to such columns.
 */
async function checkRecipient(parts: MailParts, to: string, call: IntegrationCall): Promise<void> {
  const account = await parts.accounts.byEmail(to);
  // Without a mail server nothing leaves the outbox, and no address can be verified.
  const isKnown = account !== null && (account.emailVerified || !parts.accounts.hasMailServer);
  if (isKnown && (await mayGetMail(parts, account.id, call))) return;
  if (await isInRows(parts, to, call)) return;
  throw new RecipientNotAllowed();
}

async function mayGetMail({ apps }: MailParts, accountId: string, { app, caller }: IntegrationCall): Promise<boolean> {
  if (accountId === app.ownerId || app.builders.some((one) => one.accountId === accountId && one.role !== 'none')) return true;
  if (caller.kind === 'visitor') return false;
  return accountId === caller.id || apps.access.has(app.id, accountId);
}

async function isInRows({ entities }: MailParts, to: string, { app, actor, isDraft }: IntegrationCall): Promise<boolean> {
  for (const { entity, field } of mailFields(app)) {
    const table = { appId: app.id, entity, rows: isDraft ? 'draft' : 'live' } as const;
    // Permissions are those of the caller: tables that they may not read hold no addresses for them.
    const rows = await entities.list(actor, table, { filter: { [field]: to }, limit: 1, fields: [field] }).catch(() => []);
    if (rows.length > 0) return true;
  }
  return false;
}

/** The setting `mailFields`: `Table.column` each. */
export function mailFields({ settings }: Pick<App, 'settings'>): { readonly entity: string; readonly field: string }[] {
  const names = settings['mailFields'];
  if (!Array.isArray(names)) return [];
  return names.flatMap((name) => {
    const [entity, field, ...more] = String(name).split('.');
    return entity && field && more.length === 0 ? [{ entity, field }] : [];
  });
}
