import { z } from 'zod';

const rowTrigger = z.object({ entity: z.string(), change: z.enum(['created', 'updated', 'deleted']) });
export type RowTrigger = z.infer<typeof rowTrigger>;

const appUse = z.object({ table: z.string(), reads: z.boolean(), changes: z.boolean() });
/** What a function does with the rows of a table as the app. */
export type AppUse = Readonly<z.infer<typeof appUse>>;

/** What the builder allowed a function, and when its schedule is due. */
const functionDocument = z.object({
  /** `<appId> <name>` */
  _id: z.string(),
  appId: z.string(),
  name: z.string(),
  /** Reads and writes rows as the app instead of as its caller; schedules and row changes, which have no caller, need it. */
  asApp: z.boolean(),
  /** The tables that it was shown to use as the app when that was allowed; absent or null: all, as its code did not name them. */
  appUses: z.array(appUse).nullish(),
  /** What it was refused as the app since: its code does not name that. */
  refused: z.array(appUse).optional(),
  /** Callers without an account may call it. */
  visitors: z.boolean(),
  /** Whether its schedule and its row changes start it. */
  isPaused: z.boolean(),
  /** Names of servers that it may call. */
  hosts: z.array(z.string()),
  /** As the published version declares it; null: no schedule, or not published. */
  schedule: z.string().nullable(),
  timeZone: z.string(),
  on: z.array(rowTrigger),
  /** When the schedule is due next; null without one, and for a function that may not run as the app. */
  nextAt: z.string().nullable(),
});
export type FunctionDocument = z.infer<typeof functionDocument>;

const logLine = z.object({ level: z.enum(['log', 'warn', 'error']), text: z.string() });
export type LogLine = z.infer<typeof logLine>;

const runDocument = z.object({
  _id: z.string(),
  appId: z.string(),
  name: z.string(),
  trigger: z.enum(['call', 'test', 'schedule', 'row']),
  /** Whether it used the rows of the preview. */
  isDraft: z.boolean(),
  /** The calling account; null for visitors, schedules and row changes. */
  callerId: z.string().nullable(),
  startedAt: z.string(),
  milliseconds: z.number(),
  outcome: z.enum(['done', 'failed', 'stopped']),
  error: z.object({ message: z.string(), file: z.string().nullable(), line: z.number().nullable() }).nullable(),
  logs: z.array(logLine),
  /** Hosts that it called and may not call; absent: none. */
  refusedHosts: z.array(z.string()).optional(),
  /** When it is removed. */
  until: z.string(),
});
export type RunDocument = z.infer<typeof runDocument>;

/** A value that the functions of an app read by its name. */
const variableDocument = z.object({
  /** `<appId> <name>` */
  _id: z.string(),
  appId: z.string(),
  name: z.string(),
  isSecret: z.boolean(),
  /** Encrypted for a secret. */
  value: z.string(),
  /** The servers that a secret was entered for; empty: those that its author allows first. Of a value that is no secret: none. */
  hosts: z.array(z.string()),
  /** The account that entered it; null when unknown. */
  enteredBy: z.string().nullable(),
  updatedAt: z.string(),
});
export type VariableDocument = z.infer<typeof variableDocument>;

/** A run of a job that has begun. `_id` is that of the job. */
const begunDocument = z.object({ _id: z.string(), /** The id of its record. */ runId: z.string(), at: z.string(), until: z.string() });
export type BegunDocument = z.infer<typeof begunDocument>;

export const collections = {
  functions: {
    document: functionDocument as z.ZodType<FunctionDocument>,
    indexes: [{ keys: { appId: 1 } }, { keys: { nextAt: 1 } }],
  },
  runs: {
    document: runDocument as z.ZodType<RunDocument>,
    indexes: [{ keys: { appId: 1, _id: -1 } }, { keys: { appId: 1, name: 1, _id: -1 } }, { keys: { until: 1 }, expireAfterSeconds: 0 }],
  },
  variables: { document: variableDocument as z.ZodType<VariableDocument>, indexes: [{ keys: { appId: 1 } }] },
  begun: { document: begunDocument as z.ZodType<BegunDocument>, indexes: [{ keys: { until: 1 }, expireAfterSeconds: 0 }] },
} as const;
