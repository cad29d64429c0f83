import type { ThingKind } from '@sayso/runtime/ref';
import { z } from 'zod';
import { attachment, attachmentDocument } from './attachments/state.ts';
import { quotaDocument } from './limits/state.ts';
import { RATINGS, ratingDocument, ratingIndexes } from './ratings/state.ts';

/** Kinds of things that can vanish, see `ThingKind` of the runtime. */
export const THING_KINDS = [
  'page',
  'component',
  'service',
  'table',
  'field',
  'export',
  'link',
  'handler',
  'input',
  'view',
  'call',
] as const satisfies readonly ThingKind[];

const action = z.object({
  type: z.enum([
    'add_file',
    'edit_file',
    'delete_file',
    'add_entity',
    'edit_entity',
    'set_permissions',
    'import_entities',
    'insert_records',
    'delete_records',
    'read_file',
  ]),
  title: z.string(),
  file: z.string().nullable(),
  content: z.string(),
  status: z.enum(['streaming', 'complete', 'truncated', 'failed']),
  error: z.string().nullable(),
});
const source = z.object({ url: z.string(), title: z.string() });
const part = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('reasoning'), text: z.string() }),
  z.object({ kind: z.literal('source'), source }),
  z.object({ kind: z.literal('suggestion'), text: z.string() }),
  z.object({ kind: z.literal('question'), text: z.string() }),
  z.object({ kind: z.literal('option'), text: z.string() }),
  z.object({ kind: z.literal('choice'), text: z.string() }),
  z.object({ kind: z.literal('action'), action }),
]);
const amount = z.number().nullable().optional();
/** As `Usage` of the models plugin; older turns lack the costs of the parts. */
const usage = z.object({
  model: z.string(),
  promptTokens: z.number(),
  completionTokens: z.number(),
  totalTokens: z.number(),
  totalCost: z.number().nullable(),
  finishReason: z.string(),
  cacheReadTokens: amount,
  cacheWriteTokens: amount,
  promptCost: amount,
  completionCost: amount,
  cacheReadCost: amount,
  cacheWriteCost: amount,
  rates: z.object({ prompt: z.number(), completion: z.number(), cacheRead: z.number(), cacheWrite: z.number() }).nullable().optional(),
});
const status = z.enum(['queued', 'streaming', 'applying', 'waiting', 'ready', 'truncated', 'stopped', 'failed']);

/** The state of a turn, as in its `turn` events. */
const state = z.object({
  status,
  error: z.string().nullable(),
  errorCode: z.string().nullable(),
  /** The cause of the error, for admins. */
  errorDetail: z.string().nullable(),
  /** A note for the builder on an answer that did not fail: it broke off, or changed nothing. */
  note: z.string().nullable(),
  confirmations: z.array(z.string()),
  versionId: z.string().nullable(),
  usage: usage.nullable(),
});
export type TurnState = z.infer<typeof state>;

/** The message is discussed only: whatever the answer says, nothing changes. */
const isPlan = z.literal(true).optional();

/** What a message counted of its sender's limits; absent without a limit. */
const quotaCost = z.object({ messages: z.number(), dayLimit: z.number().nullable(), monthLimit: z.number().nullable() }).optional();
export type QuotaCost = NonNullable<z.infer<typeof quotaCost>>;

/** An element of the app that a request is about. */
const selection = z.object({ path: z.string(), line: z.number(), endLine: z.number(), tag: z.string(), code: z.string() });

const turn = state.extend({
  _id: z.string(),
  appId: z.string(),
  /** The app's id while the turn is in flight, then its own id. Unique: one turn in flight per app. */
  slot: z.string(),
  /** `<appId>:<client id>`. Unique, so that sending is idempotent. */
  clientKey: z.string(),
  actor: z.object({ id: z.string(), admin: z.boolean() }),
  userMessageId: z.string(),
  assistantMessageId: z.string(),
  request: z.string(),
  /** Files of the request. */
  attachments: z.array(attachment).optional(),
  selection: selection.optional(),
  currentPath: z.string().nullable(),
  model: z.string().nullable(),
  isPlan,
  quotaCost,
  /** Counters that count the message; empty once it was given back. */
  quotaCounters: z.array(z.string()).optional(),
  /** What the job does next: ask the model, continue its answer, or apply the version that the builder confirmed. */
  step: z.enum(['generate', 'continue', 'apply']),
  /** New for each step: a job with an older ticket is stale. */
  ticket: z.string(),
  /** The lease: the run of the job that may write. */
  run: z.string().nullable(),
  baseVersionId: z.string().nullable(),
  /** The name of a new app, from the first action. */
  appName: z.string().nullable(),
  /** Version of the prompt that the model was last asked with, see `prompt/parts.ts`; none before, and for older turns. */
  promptVersion: z.string().optional(),
  /** Index of the first part of each round of the model after the first. */
  rounds: z.array(z.number()),
  /** Rows that it added, for undo; none while it is in flight. */
  addedRows: z.array(z.object({ table: z.string(), ids: z.array(z.string()) })).optional(),
  /** Number of the last event, once the turn has settled. */
  lastSeq: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type TurnDocument = z.infer<typeof turn>;

const names = z.array(z.string());
/** What the version of a message changed, as `VersionReview` of the runtime. */
const review = z.object({
  lines: z.array(
    z.object({
      subject: z.enum(['page', 'component', 'service', 'table', 'field', 'permission', 'style', 'layout']),
      change: z.enum(['added', 'changed', 'removed']),
      names,
      count: z.number(),
      table: z.string().nullable(),
    }),
  ),
  moreLines: z.number(),
  vanished: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(THING_KINDS),
      name: z.string(),
      table: z.string().nullable(),
      file: z.string(),
      line: z.number(),
      text: z.string(),
    }),
  ),
  moreVanished: z.number(),
});
export type Review = z.infer<typeof review>;

const message = z.object({
  _id: z.string(),
  appId: z.string(),
  turnId: z.string(),
  role: z.enum(['user', 'assistant']),
  isPlan,
  content: z.string(),
  parts: z.array(part),
  /** Files of a message of the builder. */
  attachments: z.array(attachment).optional(),
  selection: selection.omit({ code: true }).optional(),
  createdAt: z.string(),
  versionId: z.string().nullable(),
  status,
  usage: usage.nullable(),
  quotaCost,
  /** How often the model was asked once more for an answer, which counts nothing. */
  furtherRounds: z.number().optional(),
  /** Null without a version, and when its files could not be compared. */
  review: review.nullable().optional(),
  /** Vanished things that the builder brought back, and how. */
  broughtBack: z.array(z.object({ id: z.string(), way: z.enum(['place', 'file', 'stands']) })).optional(),
  /** How helpful the builder found an answer. */
  feedback: z.object({ rating: z.enum(RATINGS), comment: z.string(), accountId: z.string(), at: z.string() }).optional(),
  /** After a restored point. Hidden, never deleted. */
  isHidden: z.boolean(),
});
export type MessageDocument = z.infer<typeof message>;

const event = z.object({
  seq: z.number(),
  kind: z.enum(['text', 'reasoning', 'source', 'suggestion', 'question', 'option', 'choice', 'action', 'turn']),
  partIndex: z.number().optional(),
  delta: z.string().optional(),
  action: action.optional(),
  source: source.optional(),
  /** Lines so far of an action whose content is omitted while it streams. */
  lines: z.number().optional(),
  state: state.optional(),
  /** Resets the message to empty. */
  isReset: z.boolean().optional(),
  /** The model's text since the previous event, tags included. */
  raw: z.string().optional(),
});
export type ChatEvent = z.infer<typeof event>;

/** A batch of events. Its id contains its first number, so that two writers cannot append at the same position. */
const batch = z.object({
  _id: z.string(),
  turnId: z.string(),
  from: z.number(),
  to: z.number(),
  events: z.array(event),
  at: z.string(),
});
export type EventBatch = z.infer<typeof batch>;

/** How long events are kept for resuming, in seconds. Messages are kept for good. */
const EVENTS_KEPT = 7 * 24 * 60 * 60;

export const collections = {
  attachments: { document: attachmentDocument, indexes: [{ keys: { appId: 1, isSent: 1, createdAt: 1 } }] },
  quotas: { document: quotaDocument, indexes: [{ keys: { until: 1 }, expireAfterSeconds: 0 }] },
  turns: {
    document: turn,
    indexes: [{ keys: { slot: 1 }, unique: true }, { keys: { clientKey: 1 }, unique: true }, { keys: { appId: 1, _id: 1 } }],
  },
  messages: { document: message, indexes: [{ keys: { appId: 1, isHidden: 1, _id: 1 } }, { keys: { turnId: 1 } }] },
  ratings: { document: ratingDocument, indexes: ratingIndexes },
  events: {
    document: batch,
    indexes: [{ keys: { turnId: 1, from: 1 } }, { keys: { at: 1 }, expireAfterSeconds: EVENTS_KEPT }],
  },
} as const;
