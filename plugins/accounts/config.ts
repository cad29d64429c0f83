import type { ContextOf } from '@sayso/core';
import { z } from 'zod';
import type { collections } from './collections.ts';
import type { limits } from './mail/limits.ts';
import { appRules } from './ref.ts';

const orNone = z.coerce.number().int().min(0);

function isMailServer(text: string): boolean {
  return /^smtps?:\/\//i.test(text) && URL.canParse(text) && new URL(text).hostname !== '';
}

export const accountsConfig = z.object({
  SMTP_URL: z
    .string()
    .refine(isMailServer, 'must be an address such as smtp://user:password@mail.example.org:587, special characters as %XX')
    .optional()
    .describe('Mail server, such as smtp://user:password@mail.example.org:587. Without it mail lands in the outbox.'),
  MAIL_FROM: z
    .string()
    .regex(/[^\s@<>]+@[^\s@<>]+/, 'must be an email address, such as Sayso <no-reply@example.org>')
    .default('Sayso <no-reply@localhost>')
    .describe('Sender of all mail.'),
  MAILS_PER_OWNER_AND_DAY: orNone
    .default(500)
    .describe('Mails by all apps of one account, deleted ones included, and its invitations in a day (UTC); 0: no limit. Default 500.'),
  MAILS_PER_RECIPIENT_AND_DAY: orNone
    .default(30)
    .describe('Mails that one address gets from all apps and as invitations in a day (UTC); 0: no limit. Default 30.'),
  MAILS_PER_DAY: orNone
    .default(5000)
    .describe('Mails by all apps of the server, and invitations, in a day (UTC); 0: no limit. Default 5000.'),
  ADMIN_EMAILS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((email) => email.trim().toLowerCase())
        .filter(Boolean),
    )
    .describe('Comma-separated email addresses that administer the installation once they are verified, beside the first account.'),
  BUILDER_SIGNUP: z
    .enum(['invite', 'open', 'closed'])
    .default('invite')
    .describe(
      'Who may sign up to build: `invite`: people with an invitation, `open`: everyone, `closed`: no one. The first account always may.',
    )
    .meta({ testDefault: 'open' }),
  GOOGLE_CLIENT_ID: z.string().optional().describe('Client id for signing in with Google.'),
  GOOGLE_CLIENT_SECRET: z.string().optional().describe('Client secret for signing in with Google.'),
});
export type AccountsConfig = z.output<typeof accountsConfig>;

/** Google's client id and secret; null unless both are set. */
export function googleClient(config: Pick<AccountsConfig, 'GOOGLE_CLIENT_ID' | 'GOOGLE_CLIENT_SECRET'>) {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = config;
  if (!clientId || !clientSecret) return null;
  // A text such as "false" verifies nothing; better-auth takes any value for a yes.
  const mapProfileToUser = ({ email_verified }: { readonly email_verified: unknown }) => ({ emailVerified: email_verified === true });
  return { clientId, clientSecret, mapProfileToUser };
}

export const extensionPoints = { apps: appRules };
export const jobInputs = {
  /** One mail of the outbox; `round` counts how often it was queued. */
  deliverMail: z.object({ id: z.string(), round: z.number() }),
  /** A requested password reset, for an address that may be unknown. */
  mailReset: z.object({ email: z.string(), redirectTo: z.string(), askedAt: z.string().optional() }),
  sweepMail: z.object({}),
};

/** What the parts of this plugin share. */
export type AccountsContext = ContextOf<{
  config: typeof accountsConfig;
  collections: typeof collections;
  jobs: typeof jobInputs;
  extensionPoints: typeof extensionPoints;
  limits: typeof limits;
}>;
