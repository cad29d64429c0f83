import { z } from 'zod';

/** A file of one app. An app that takes over a file of another one has a document of its own: each is a counted reference to the bytes. */
const fileDocument = z.object({
  /** The id of the file in the app that it was uploaded to; `<app id>.<id of the file>` in other apps. */
  _id: z.string(),
  appId: z.string(),
  /** The id of the file in all apps that have it. Absent in the app that it was uploaded to, where it is `_id`. */
  fileId: z.string().optional(),
  /** The key of the blob. Absent in the app that it was uploaded to: `bytes/<app id>/<sha256>`. */
  bytes: z.string().optional(),
  /** Names the blob, which files of one app with the same bytes share. */
  sha256: z.string(),
  size: z.number(),
  /** Found in the bytes. */
  type: z.string(),
  /** As it was uploaded, without folders. */
  name: z.string(),
  isPrivate: z.boolean(),
  isResizable: z.boolean(),
  createdAt: z.string(),
  /** Null: uploaded by a visitor. */
  creatorId: z.string().nullable(),
});
export type FileDocument = z.infer<typeof fileDocument>;

/** A blob that a purge condemned: it is removed unless a file names it. Kept for a day afterwards, for apps that were taking its file over. */
const condemnedDocument = z.object({
  /** The key of the blob. */
  _id: z.string(),
  /** Of the last purge or sweep that condemned it. */
  token: z.string(),
  at: z.string(),
});
export type CondemnedDocument = z.infer<typeof condemnedDocument>;

/** One call of an endpoint, as the app's builders see it. What it was called with is not kept. */
const callDocument = z.object({
  _id: z.string(),
  appId: z.string(),
  endpoint: z.string(),
  at: z.string(),
  caller: z.enum(['admin', 'user', 'visitor']),
  /** Of the account; null for a visitor. */
  callerId: z.string().nullable(),
  /** Called from a preview. */
  isDraft: z.boolean(),
  state: z.enum(['running', 'done', 'failed']),
  /** Of a failure, for builders. */
  code: z.string().nullable(),
  message: z.string().nullable(),
  milliseconds: z.number().nullable(),
  retries: z.number(),
  /** Null when no model was called. */
  model: z.string().nullable(),
  promptTokens: z.number(),
  completionTokens: z.number(),
  /** In dollars; null when the price of the model is not known. */
  cost: z.number().nullable(),
  /** When it is removed. */
  until: z.string(),
});
export type CallDocument = z.infer<typeof callDocument>;

/** The calls of one endpoint by one app in a day (UTC), in sums. */
const callDayDocument = z.object({
  _id: z.string(),
  appId: z.string(),
  endpoint: z.string(),
  day: z.string(),
  calls: z.number(),
  failures: z.number(),
  /** Calls beyond a quota, which are not in `calls`. */
  refusals: z.number(),
  retries: z.number(),
  promptTokens: z.number(),
  completionTokens: z.number(),
  /** In dollars, of the calls with known prices. */
  cost: z.number(),
  /** Calls of a model whose price is not known. */
  unpriced: z.number(),
  until: z.string(),
});
export type CallDayDocument = z.infer<typeof callDayDocument>;

/** An address that wants no more mail of an app: `_id` is the app and a keyed digest of the address. */
const unsubscribeDocument = z.object({ _id: z.string(), appId: z.string(), at: z.string() });
export type UnsubscribeDocument = z.infer<typeof unsubscribeDocument>;

/** A key that outlives a replaced SECRET, encrypted with a derived one. */
const keyDocument = z.object({ _id: z.string(), sealed: z.string() });
export type KeyDocument = z.infer<typeof keyDocument>;

/** A package in an app. */
const instanceDocument = z.object({
  _id: z.string(),
  appId: z.string(),
  package: z.string(),
  /** `main`, or what the builder called another instance of the package. */
  name: z.string(),
  /** The declaration of the installed version, as JSON: names in it may hold any character. */
  manifest: z.string(),
  /** SHA-256 of the code and the declaration of the installed version; the code is kept in blobs. */
  digest: z.string(),
  /** What the builder agreed to. */
  granted: z.object({
    hosts: z.array(z.string()),
    secrets: z.array(z.string()),
    endpoints: z.array(z.string()),
    webhooks: z.array(z.string()),
    /** Missing in instances of versions before connections. */
    connections: z.array(z.string()).optional(),
    /** Missing in instances of versions before the price was a part of the consent. */
    price: z.array(z.string()).optional(),
  }),
  /** Values by name, as JSON. */
  settings: z.string(),
  /** By name, encrypted. */
  secrets: z.record(z.string(), z.string()),
  /** The hosts that each was entered for; missing for secrets of versions before these were kept. */
  secretHosts: z.record(z.string(), z.array(z.string())).optional(),
  /** Endpoints that visitors may call. */
  visitors: z.array(z.string()),
  /** Whether previews get the sample answers of the package. */
  hasSamples: z.boolean(),
  lastCallAt: z.string().nullable(),
  lastError: z.object({ at: z.string(), message: z.string() }).nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  updatedBy: z.string().nullable(),
});
export type InstanceDocument = z.infer<typeof instanceDocument>;

/** An OAuth 2 connection of an instance: its client, and the tokens that the provider granted. */
const connectionDocument = z.object({
  /** The id of the instance and the name of the connection. */
  _id: z.string(),
  appId: z.string(),
  instanceId: z.string(),
  name: z.string(),
  /** The builder's own client; null for that of the operator. */
  clientId: z.string().nullable(),
  /** Encrypted. */
  clientSecret: z.string().nullable(),
  /** Of the endpoints that the secret of the client was entered for; missing in documents of versions before these were kept. */
  clientProvider: z.string().nullable().optional(),
  /** The access token and the refresh token, encrypted as one text; null while it is not connected. */
  tokens: z.string().nullable(),
  /** Of the endpoints and the client that the tokens belong to. */
  provider: z.string().nullable(),
  /** Scopes that were asked for. */
  scopes: z.array(z.string()),
  /** The hosts that the package called when the access was granted; missing in documents of versions before these were kept. */
  hosts: z.array(z.string()).optional(),
  /** When the access token expires; null when the provider does not say. */
  expiresAt: z.string().nullable(),
  /** Of the access token: when it is renewed. */
  renewAt: z.string().nullable(),
  /** Rises with each change of the tokens. */
  generation: z.number(),
  /** The node that renews the tokens now. */
  lease: z.object({ holder: z.string(), until: z.string() }).nullable(),
  lastError: z.object({ at: z.string(), message: z.string() }).nullable(),
  connectedAt: z.string().nullable(),
  connectedBy: z.string().nullable(),
});
export type ConnectionDocument = z.infer<typeof connectionDocument>;

/** An authorization that a builder has started at a provider. */
const connectionRequestDocument = z.object({
  /** SHA-256 of `state`. */
  _id: z.string(),
  appId: z.string(),
  instanceId: z.string(),
  name: z.string(),
  /** Who started it, and alone may complete it. */
  accountId: z.string(),
  /** Of the endpoints and the client: a callback for others is refused. */
  provider: z.string(),
  /** The hosts that the package called then: a callback for further ones is refused. */
  hosts: z.array(z.string()),
  /** The PKCE verifier, encrypted. */
  verifier: z.string(),
  until: z.string(),
});
export type ConnectionRequestDocument = z.infer<typeof connectionRequestDocument>;

/** An event that another server sent for a package. */
const webhookEventDocument = z.object({
  _id: z.string(),
  appId: z.string(),
  instanceId: z.string(),
  package: z.string(),
  instance: z.string(),
  webhook: z.string(),
  /** The sender's; the same for each delivery of one event. */
  eventId: z.string(),
  /** Some of them, as JSON. */
  headers: z.string(),
  body: z.string(),
  state: z.enum(['pending', 'done', 'failed']),
  attempts: z.number(),
  /** How often the builder had it worked off once more. */
  replays: z.number(),
  /** What the package said about it. */
  note: z.string().nullable(),
  error: z.string().nullable(),
  receivedAt: z.string(),
  /** When it is removed. */
  until: z.string(),
});
export type WebhookEventDocument = z.infer<typeof webhookEventDocument>;

const expires = { keys: { until: 1 }, expireAfterSeconds: 0 } as const;

export const collections = {
  files: {
    document: fileDocument as z.ZodType<FileDocument>,
    indexes: [{ keys: { appId: 1, sha256: 1 } }, { keys: { fileId: 1 } }, { keys: { bytes: 1 } }],
  },
  condemned: { document: condemnedDocument as z.ZodType<CondemnedDocument>, indexes: [{ keys: { at: 1 } }] },
  calls: { document: callDocument as z.ZodType<CallDocument>, indexes: [{ keys: { appId: 1, _id: -1 } }, expires] },
  callDays: { document: callDayDocument as z.ZodType<CallDayDocument>, indexes: [{ keys: { appId: 1, day: -1 } }, expires] },
  unsubscribes: { document: unsubscribeDocument as z.ZodType<UnsubscribeDocument>, indexes: [{ keys: { appId: 1 } }] },
  keys: { document: keyDocument as z.ZodType<KeyDocument>, indexes: [] },
  instances: {
    document: instanceDocument as z.ZodType<InstanceDocument>,
    indexes: [{ keys: { appId: 1, package: 1, name: 1 }, unique: true }],
  },
  connections: {
    document: connectionDocument as z.ZodType<ConnectionDocument>,
    indexes: [{ keys: { appId: 1 } }, { keys: { instanceId: 1 } }],
  },
  connectionRequests: {
    document: connectionRequestDocument as z.ZodType<ConnectionRequestDocument>,
    indexes: [{ keys: { appId: 1 } }, expires],
  },
  webhookEvents: {
    document: webhookEventDocument as z.ZodType<WebhookEventDocument>,
    indexes: [{ keys: { instanceId: 1, webhook: 1, eventId: 1 }, unique: true }, { keys: { appId: 1, _id: -1 } }, expires],
  },
} as const;
