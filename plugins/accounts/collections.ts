import type { CollectionSpec } from '@sayso/core';
import { z } from 'zod';

/** better-auth's own tables, field names as it calls them; `_id` is its `id`. Times are ISO 8601 text. */
const time = z.string();

const user = z.object({
  _id: z.string(),
  name: z.string(),
  /** Lower case. */
  email: z.string(),
  emailVerified: z.boolean(),
  image: z.string().nullish(),
  accountType: z.enum(['builder', 'user']).nullish(),
  disabled: z.boolean().nullish(),
  /** Not better-auth's: when the links of its mails ended, by a new password for example. A reset that was asked for before is not mailed. */
  linksEndedAt: time.nullish(),
  /** The app through whose log-in page a `user` signed up. */
  signupAppId: z.string().nullish(),
  createdAt: time,
  updatedAt: time,
});
const session = z.object({
  _id: z.string(),
  userId: z.string(),
  /** `sha256:` and the digest; the token itself is not stored. */
  token: z.string(),
  expiresAt: time,
  /** Of an IPv6 address the network (/48). */
  ipAddress: z.string().nullish(),
  userAgent: z.string().nullish(),
  /** Not better-auth's: the last log-out by app id, in ms since 1970. Older tokens of that app are rejected. */
  leftApps: z.record(z.string(), z.number()).nullish(),
  createdAt: time,
  updatedAt: time,
});
/** How a user proves who they are: a password hash, or an account at a social provider. */
const credential = z.looseObject({ _id: z.string(), userId: z.string(), providerId: z.string(), accountId: z.string() });
const verification = z.looseObject({ _id: z.string(), identifier: z.string(), value: z.string(), expiresAt: time });

/** How long undelivered mail is kept, in seconds. The links in it have expired by then. */
const MAIL_KEPT = 30 * 24 * 60 * 60;

/** Once the mail server has accepted a mail, only its id and state are kept. */
const mail = z.object({
  _id: z.string(),
  to: z.string(),
  subject: z.string(),
  /** Encrypted, as links are secrets. */
  sealed: z.string(),
  /** HTML, sender and link to unsubscribe, likewise; absent in mails of text alone. */
  sealedMore: z.string().optional(),
  /** The link in it, by the collection and id of its document. It is not sent once that no longer works. */
  link: z
    .object({
      in: z.enum(['verification', 'emailLinks', 'appInvitations', 'appSignUps']),
      id: z.string(),
      /** Who invites to use an app; absent in mails of earlier releases. */
      by: z.object({ accountId: z.string(), revision: z.number() }).optional(),
    })
    .optional(),
  /** `kept`: there is no mail server. `queued`: a job delivers it, at once or after a back-off. `failed`: no further attempt is made. */
  state: z.enum(['kept', 'queued', 'failed', 'sent']),
  /** Attempts since it was last queued. */
  attempts: z.number(),
  /** Of the last attempt. */
  error: z.string().nullable(),
  /** Counts how often it was queued. A job of an earlier round does nothing. */
  round: z.number(),
  /** Lease of the attempt in flight: no other one begins before. */
  heldUntil: time.nullable(),
  createdAt: time,
});
const memory = z.object({
  _id: z.string(),
  accountId: z.string(),
  appId: z.string(),
  values: z.record(z.string(), z.unknown()),
  /** Counts the changes: a change based on an older revision is retried. */
  revision: z.number().optional(),
});
const claims = z.object({ appId: z.string(), accountId: z.string().nullable(), admin: z.boolean(), sessionId: z.string().nullable() });
/** `_id` is the SHA-256 of the code; the code itself is not stored. */
const loginCode = z.object({ _id: z.string(), claims, codeChallenge: z.string(), expiresAt: time, used: z.boolean() });
/** `_id` is the SHA-256 of the token in the link. `from` and `to` differ when the link changes the address. */
const emailLink = z.object({
  _id: z.string(),
  accountId: z.string(),
  from: z.string(),
  to: z.string(),
  /** SHA-256 of the code of a verification, with its account; absent for other mails and in those of earlier releases. */
  code: z.string().optional(),
  used: z.boolean(),
  expiresAt: time,
});
/** `_id` is the SHA-256 of the counter's key. */
const limit = z.object({ _id: z.string(), count: z.number(), expiresAt: time });
/** Likewise; `notBefore` is the time of the next allowed attempt, in ms since 1970. */
const attempt = z.object({ _id: z.string(), count: z.number(), notBefore: z.number(), expiresAt: time });
/** `first-account`: the account that administers the installation. `first-sign-up`: when the first sign-up in flight began. */
const installation = z.object({ _id: z.string(), accountId: z.string().optional(), at: time.optional() });
/** `hash` is the SHA-256 of the code; the code itself is not stored. */
const invitation = z.object({
  _id: z.string(),
  hash: z.string(),
  createdBy: z.string(),
  createdAt: time,
  expiresAt: time,
  uses: z.number(),
  usesLeft: z.number(),
  revoked: z.boolean(),
});

const spec = <D extends { _id: string }>(document: z.ZodType<D>, indexes: CollectionSpec['indexes'] = []): CollectionSpec<D> => ({
  document,
  indexes,
});

export const collections = {
  user: spec(user, [{ keys: { email: 1 }, unique: true }]),
  session: spec(session, [
    { keys: { token: 1 }, unique: true },
    { keys: { userId: 1 } },
    { keys: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ]),
  account: spec(credential, [{ keys: { userId: 1 } }, { keys: { providerId: 1, accountId: 1 } }]),
  verification: spec(verification, [
    { keys: { identifier: 1 } },
    { keys: { value: 1 } },
    { keys: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ]),
  outbox: spec(mail, [{ keys: { createdAt: -1 }, expireAfterSeconds: MAIL_KEPT }, { keys: { state: 1, createdAt: -1 } }]),
  memories: spec(memory, [{ keys: { accountId: 1, appId: 1 }, unique: true }, { keys: { appId: 1 } }]),
  loginCodes: spec(loginCode, [{ keys: { expiresAt: 1 }, expireAfterSeconds: 0 }]),
  emailLinks: spec(emailLink, [{ keys: { accountId: 1 } }, { keys: { expiresAt: 1 }, expireAfterSeconds: 0 }]),
  limits: spec(limit, [{ keys: { expiresAt: 1 }, expireAfterSeconds: 0 }]),
  attempts: spec(attempt, [{ keys: { expiresAt: 1 }, expireAfterSeconds: 0 }]),
  installation: spec(installation),
  invitations: spec(invitation, [{ keys: { hash: 1 }, unique: true }, { keys: { createdAt: -1 } }]),
};

export type InstallationDocument = z.output<typeof installation>;
export type InvitationDocument = z.output<typeof invitation>;
export type UserDocument = z.output<typeof user>;
export type SessionDocument = z.output<typeof session>;
export type MailDocument = z.output<typeof mail>;
export type MailLink = NonNullable<MailDocument['link']>;
export type CredentialDocument = z.output<typeof credential>;
export type VerificationDocument = z.output<typeof verification>;
export type EmailLinkDocument = z.output<typeof emailLink>;
export type LoginCodeDocument = z.output<typeof loginCode>;
export type LimitDocument = z.output<typeof limit>;
export type AttemptDocument = z.output<typeof attempt>;
