import type { Collections } from '@sayso/core';
import { z } from 'zod';

const nullableText = z.string().nullable();

export const appStyle = z.object({
  styleName: z.enum(['dark', 'colorful', 'light']),
  background: nullableText,
  backgroundImage: nullableText,
  logoUrl: nullableText,
  headerTextColor: nullableText,
  subheaderTextColor: nullableText,
  buttonTextColor: nullableText,
  buttonBackgroundColor: nullableText,
  hideBuildAI: z.boolean(),
});

const appDocument = z.object({
  _id: z.string(),
  ownerId: z.string(),
  /** The other builders; absent: none. */
  builders: z.array(z.object({ accountId: z.string(), role: z.enum(['view', 'edit', 'own', 'none']), since: z.string() })).optional(),
  /** Counts the changes of `builders`. */
  buildersRevision: z.number().optional(),
  /** Of a branch: its app, whose owner and builders it has. */
  branch: z
    .object({
      appId: z.string(),
      /** What the idea is called. */
      name: z.string(),
      /** The version of the app that both have in common; null: the app had none. */
      baseVersionId: nullableText,
      /** The setting of the app at that version. */
      mainPage: nullableText,
      /** How it ended. Absent: it is open, or was never completed. */
      end: z.enum(['merged', 'discarded']).optional(),
    })
    .optional(),
  name: z.string(),
  slug: z.string(),
  /** The address was chosen or published: renaming the app no longer changes it. */
  slugFixed: z.boolean(),
  appType: z.enum(['generated', 'space', 'single_tool', 'ai']),
  status: z.enum(['draft', 'active']),
  description: z.string(),
  currentVersionId: nullableText,
  published: z.object({ versionId: z.string(), buildId: z.string(), at: z.string(), mainPage: nullableText }).nullable(),
  /** The newest publish request, until it completes or is cancelled. */
  publishing: nullableText.optional(),
  style: appStyle,
  settings: z.looseObject({
    mainPage: nullableText,
    isSignupEnabled: z.boolean(),
    termsOfServiceLink: nullableText,
    privacyPolicyLink: nullableText,
    supportEmail: nullableText,
  }),
  /** Further properties of a plain app from `POST /api/apps`: texts, call to action, fields. */
  props: z.record(z.string(), z.unknown()),
  thumbnail: z.object({ hash: z.string(), type: z.string() }).nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  deletedAt: nullableText,
  /** The address that a deleted app gave back, for the case that it is brought back. */
  slugBefore: z.string().optional(),
});
export type AppDocument = z.infer<typeof appDocument>;

const versionDocument = z.object({
  _id: z.string(),
  appId: z.string(),
  parentId: nullableText,
  createdAt: z.string(),
  title: z.string(),
  messageId: nullableText,
  userRequest: nullableText,
  /** What the builder calls it; null or absent: its title. */
  name: nullableText.optional(),
  isStarred: z.boolean().optional(),
  /** Of a restored version: the chat messages after the restored point. */
  leavesBehind: z.object({ after: nullableText, upTo: z.string() }).nullish(),
  /** What the version changed of the app itself, by path: before and after. */
  settings: z
    .array(z.object({ path: z.enum(['name', 'description', 'settings.mainPage']), from: nullableText, to: nullableText }))
    .optional(),
  /** A list, since paths have dots, which the keys of a document must not have. `length` in characters. */
  files: z.array(z.object({ path: z.string(), hash: z.string(), length: z.number() })),
});
export type VersionDocument = z.infer<typeof versionDocument>;

/** Text by its SHA-256, shared by all versions of all apps. A recent `usedAt` protects what commits in flight may use from the sweep. */
const contentDocument = z.object({ _id: z.string(), text: z.string(), usedAt: z.string() });
type ContentDocument = z.infer<typeof contentDocument>;

/** Claims of custom domains by host name. A domain is served once the settings of the claiming app name it, too. */
const domainDocument = z.object({ _id: z.string(), appId: z.string(), claimedAt: z.string().optional() });
type DomainDocument = z.infer<typeof domainDocument>;

/** Slugs at which an app was ever published. Those that a browser has opened outlive the app. */
const addressDocument = z.object({
  _id: z.string(),
  appId: z.string(),
  /** Absent in documents of earlier releases. */
  ownerId: z.string().optional(),
  /** When it was first served; null before. Absent in documents of earlier releases, which count as served. */
  servedAt: nullableText.optional(),
});
type AddressDocument = z.infer<typeof addressDocument>;

/** An account that is a user of an app; `_id` is `appId/accountId`. */
const memberDocument = z.object({
  _id: z.string(),
  appId: z.string(),
  accountId: z.string(),
  joinedAt: z.string(),
  /** A role that the app's builders gave; absent: `user`. */
  role: z.string().optional(),
  /** What admins of the app keep about them, which rules of tables read. What people write about themselves is not in it. */
  given: z.record(z.string(), z.unknown()).optional(),
});
export type MemberDocument = z.infer<typeof memberDocument>;

/** The role that a person was invited with, until they have joined and verified the address; `_id` is `appId/address`. */
const invitedRoleDocument = z.object({
  _id: z.string(),
  appId: z.string(),
  role: z.string(),
  /** The account that invited them. */
  by: z.string(),
  /** The `buildersRevision` of the app when it did. */
  revision: z.number(),
  at: z.string(),
});
export type InvitedRoleDocument = z.infer<typeof invitedRoleDocument>;

/** Seconds for which an invitation gives its role. */
export const INVITED_SECONDS = 30 * 24 * 3600;

/** That an account builds an app with others, to list its apps. The app itself has the role; `_id` is `appId/accountId`. */
const builderDocument = z.object({ _id: z.string(), appId: z.string(), accountId: z.string() });
type BuilderDocument = z.infer<typeof builderDocument>;

/** That an account lost a role in an app: invitations from before do not give it back. `_id` is `appId/accountId`. */
const demotionDocument = z.object({
  _id: z.string(),
  appId: z.string(),
  /** The `buildersRevision` of the app that the last loss made. */
  revision: z.number(),
});
type DemotionDocument = z.infer<typeof demotionDocument>;

/** The accounts that have an app open at one process; `_id` is `appId/process`. */
const presenceDocument = z.object({
  _id: z.string(),
  appId: z.string(),
  process: z.string(),
  accounts: z.array(z.string()),
  seenAt: z.string(),
});
type PresenceDocument = z.infer<typeof presenceDocument>;

/** A link with which people join the builders of an app. Its code is stored as a hash. */
const invitationDocument = z.object({
  _id: z.string(),
  appId: z.string(),
  hash: z.string(),
  role: z.enum(['view', 'edit', 'own']),
  /** The only address that may use it; null: any. */
  email: nullableText,
  createdBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  uses: z.number(),
  usesLeft: z.number(),
  /** How many people may still sign up with it. */
  signUpsLeft: z.number(),
  /** The `buildersRevision` of the app when it was made. Default 0. */
  revision: z.number().optional(),
});
export type InvitationDocument = z.infer<typeof invitationDocument>;

/** An app of an earlier release, whose texts may name files by addresses, until a job has stored paths. */
const unsettledDocument = z.object({ _id: z.string() });

export const collections = {
  apps: {
    document: appDocument as z.ZodType<AppDocument>,
    indexes: [
      { keys: { slug: 1 }, unique: true },
      { keys: { ownerId: 1, updatedAt: -1 } },
      { keys: { deletedAt: 1 } },
      { keys: { 'branch.appId': 1 } },
    ],
  },
  versions: {
    document: versionDocument as z.ZodType<VersionDocument>,
    indexes: [{ keys: { appId: 1, createdAt: -1 } }, { keys: { appId: 1, isStarred: 1, createdAt: -1 } }],
  },
  contents: { document: contentDocument as z.ZodType<ContentDocument> },
  addresses: {
    document: addressDocument as z.ZodType<AddressDocument>,
    indexes: [{ keys: { ownerId: 1 } }, { keys: { appId: 1 } }],
  },
  members: {
    document: memberDocument as z.ZodType<MemberDocument>,
    indexes: [{ keys: { accountId: 1, joinedAt: -1 } }, { keys: { appId: 1 } }],
  },
  invitedRoles: {
    document: invitedRoleDocument as z.ZodType<InvitedRoleDocument>,
    indexes: [{ keys: { appId: 1 } }, { keys: { at: 1 }, expireAfterSeconds: INVITED_SECONDS }],
  },
  builders: {
    document: builderDocument as z.ZodType<BuilderDocument>,
    indexes: [{ keys: { accountId: 1 } }, { keys: { appId: 1 } }],
  },
  demotions: { document: demotionDocument as z.ZodType<DemotionDocument>, indexes: [{ keys: { appId: 1 } }] },
  presence: {
    document: presenceDocument as z.ZodType<PresenceDocument>,
    indexes: [{ keys: { appId: 1 } }, { keys: { process: 1 } }, { keys: { seenAt: 1 } }],
  },
  invitations: {
    document: invitationDocument as z.ZodType<InvitationDocument>,
    indexes: [{ keys: { hash: 1 }, unique: true }, { keys: { appId: 1, createdAt: -1 } }],
  },
  unsettled: { document: unsettledDocument },
  domains: { document: domainDocument as z.ZodType<DomainDocument>, indexes: [{ keys: { appId: 1 } }] },
} satisfies Collections;
