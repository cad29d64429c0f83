import type { App, AppUser } from '@sayso/apps/ref';
import { type Actor, DomainError, DuplicateKey, InvalidInput, newId, storeTime } from '@sayso/core';
import type { IsolatedCall } from '@sayso/integrations/ref';
import type { FunctionBundle } from '@sayso/runtime/ref';
import { z } from 'zod';
import type { FunctionDocument, LogLine, RunDocument } from '../collections.ts';
import type { FunctionsContext } from '../config.ts';
import { FunctionFailed, FunctionInterrupted, FunctionStopped } from '../errors.ts';
import { type HttpAnswer, readAnswer } from './answer.ts';
import { beyond, isRead } from './app-uses.ts';
import { readForm } from './form.ts';
import { locate } from './locate.ts';
import { callRows, type RowsCall, rowsCall } from './rows.ts';

const DAY_MS = 24 * 3600_000;
const MAX_LOGS = 100;
/** Characters of a line, and of all lines of a run. */
const MAX_LOG = 2000;
const MAX_LOG_CHARACTERS = 10_000;
/** Runs of an app that are kept, about: they are counted after some of them. */
const MAX_RUNS = 2000;
const PRUNE_EVERY = 50;
const MAX_ANSWER_CHARACTERS = 5_000_000;
/** Of computing; waiting for rows and servers is not part of it. */
const CPU_SHARE = 1 / 3;
/** Of a function, that are kept. */
/** Hosts that one run was refused and that are kept, and the length of a name. */
const MAX_REFUSED_HOSTS = 5;
const MAX_HOST = 260;
const MAX_REFUSED = 50;
/** Functions that call one another. */
const MAX_DEPTH = 4;

const file = z.object({
  name: z.string().max(60),
  value: z.base64(),
  file: z.object({ name: z.string().max(500), type: z.string().max(200) }),
});
const integrationCall = z.object({
  packageName: z.string(),
  endpoint: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  files: z.array(file).max(5).default([]),
});
const functionCall = z.object({ name: z.string(), input: z.unknown() });

/** What starts a function, and as whom. */
export interface Start {
  readonly app: App;
  readonly name: string;
  readonly trigger: RunDocument['trigger'];
  /** The caller; for schedules and changed rows the app itself. */
  readonly actor: Actor;
  readonly isDraft: boolean;
  /** Of a run without a request. */
  readonly input: unknown;
  /** As it came; the function reads its own input from it. */
  readonly request: {
    readonly method: string;
    readonly url: string;
    /** What follows the name of the function in the address. */
    readonly path: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: string;
    /** Whether `body` is Base64: bytes that are no text. */
    readonly isBase64: boolean;
  } | null;
  readonly signal: AbortSignal;
  /** 0 for a call from outside, more for a function that another one called. */
  readonly depth: number;
  /** The id of its record, chosen before. */
  readonly runId?: string | undefined;
}

type Bundle = Extract<FunctionBundle, { ok: true }>;

/** What runs, and what it may do. */
interface Given {
  readonly bundle: Bundle;
  readonly allowed: FunctionDocument;
  readonly environment: NonNullable<IsolatedCall['environment']>;
}

/** What a run needs of the service. */
export interface Surroundings {
  readonly context: FunctionsContext;
  /** Runs another function of the same app, as the same caller. */
  callFunction(start: Start): Promise<unknown>;
}

/** The app itself, as an actor: it administers its own rows, and nothing else. */
export function appActor(appId: string, isDraft: boolean, id: string | null = null): Actor {
  return { kind: 'app', id, appId, admin: true, ...(isDraft ? { preview: true as const } : {}) };
}

/** Runs a function in the sandbox, and records the run. Throws `FunctionFailed`, `FunctionStopped`, and what the sandbox throws when it is busy. */
export async function runFunction({ context, callFunction }: Surroundings, start: Start, given: Given): Promise<HttpAnswer> {
  const logs: LogLine[] = [];
  const refusedHosts = new Set<string>();
  const startedAt = storeTime();
  const begun = performance.now();
  const record = async (outcome: RunDocument['outcome'], error: RunDocument['error']) => {
    const milliseconds = Math.round(performance.now() - begun);
    const run = documentOf(start, { startedAt, milliseconds, logs, refusedHosts, outcome, error, days: context.config.FUNCTION_RUN_DAYS });
    await context.collections.runs.insertOne(run);
    if (Math.random() * PRUNE_EVERY < 1) await prune(context, start.app.id);
  };
  try {
    const value = await context.needs.integrations.runIsolated(
      await callOf({ context, callFunction }, start, { ...given, logs, refusedHosts }),
    );
    const answer = readAnswer(value);
    if (answer === null) throw new FunctionFailed(start.name, 'It answered something that cannot be sent.');
    await record('done', null);
    return answer;
  } catch (error) {
    const failure = failureOf(error, start, given.bundle);
    if (failure === null) throw error;
    await record(failure.outcome, failure.error);
    throw failure.thrown;
  }
}

/** Removes the oldest runs of an app beyond those that are kept. */
async function prune({ collections: { runs } }: FunctionsContext, appId: string): Promise<void> {
  const [first] = await runs.find({ appId }, { sort: { _id: -1 }, skip: MAX_RUNS, limit: 1 });
  if (first !== undefined) await runs.deleteMany({ appId, _id: { $lte: first._id } });
}

async function callOf(
  { context, callFunction }: Surroundings,
  start: Start,
  { bundle, allowed, environment, logs, refusedHosts }: Given & { readonly logs: LogLine[]; readonly refusedHosts: Set<string> },
): Promise<IsolatedCall> {
  const { app, name, actor, isDraft, input, request, depth } = start;
  const { FUNCTION_MAX_MS, FUNCTION_MAX_MB } = context.config;
  const user = personOf(await context.needs.apps.access.me(actor, app.id), app.id);
  const rows = isDraft && actor.kind === 'account' ? ('draft' as const) : undefined;
  const as = { caller: actor, app: appActor(app.id, isDraft) };
  // Of people, a preview gets its builder alone.
  const ofPeople = appActor(app.id, isDraft, isDraft && actor.kind !== 'anonymous' ? actor.id : null);
  let left = MAX_LOG_CHARACTERS;
  return {
    tenant: `functions ${app.id}`,
    owner: app.ownerId,
    depth,
    code: bundle.code,
    file: fileOf(name),
    entry: 'run',
    args: [
      { input: input ?? null, request, user, asApp: actor === as.app || (bundle.declaration.asApp && allowed.asApp) || isOwnRun(start) },
    ],
    limits: {
      ms: FUNCTION_MAX_MS,
      cpuMs: Math.ceil(FUNCTION_MAX_MS * CPU_SHARE),
      memoryBytes: FUNCTION_MAX_MB * 1024 * 1024,
      maxChars: MAX_ANSWER_CHARACTERS,
    },
    signal: start.signal,
    hosts: allowed.hosts,
    appId: app.id,
    environment,
    onUnlisted: (refused) => {
      if (refused.length > MAX_HOST || refusedHosts.has(refused) || refusedHosts.size >= MAX_REFUSED_HOSTS) return;
      refusedHosts.add(refused);
      const text = `fetch: "${refused}" is not among the servers that this function may call. Allow it in the panel "Functions".`;
      if (logs.length < MAX_LOGS) logs.push({ level: 'error', text });
    },
    onLog: ({ level, text }) => {
      const line = text.slice(0, Math.min(MAX_LOG, left));
      if (logs.length >= MAX_LOGS || line === '') return;
      left -= line.length;
      logs.push({ level: level === 'info' ? 'log' : level, text: line });
    },
    host: {
      me: async () => user,
      form: readForm,
      rows: async (value, signal) => {
        const call = rowsCall.parse(value);
        // Without a caller, each call is one as the app.
        if (call.as === 'app' || isOwnRun(start)) await checkAppUse(context, allowed, call);
        const caller = call.as === 'app' && call.entity === 'User' ? ofPeople : as[call.as];
        const table = { appId: app.id, entity: call.entity, rows: call.as === 'caller' ? rows : undefined };
        return callRows(context.needs, { actor: caller, table, signal }, call);
      },
      integration: async (value, signal) => {
        const { files, ...called } = integrationCall.parse(value);
        const given = files.map(({ name: parameter, value: content, file: { name: fileName, type } }) => ({
          parameter,
          name: fileName,
          type,
          content: Buffer.from(content, 'base64'),
        }));
        return context.needs.integrations.call({ appId: app.id, actor, ...called, files: given, signal });
      },
      function: async (value, signal) => {
        if (depth >= MAX_DEPTH) throw new InvalidInput(`Functions call one another at most ${MAX_DEPTH} deep.`);
        const called = functionCall.parse(value);
        return callFunction({ ...start, ...called, request: null, signal, depth: depth + 1, runId: undefined });
      },
    },
  };
}

/** Throws `InvalidInput` for what the builder did not allow. What its code did not name is kept, so that the builder is asked. */
async function checkAppUse({ collections }: FunctionsContext, { _id, name, asApp, appUses }: FunctionDocument, call: RowsCall) {
  const how = 'Allow it in the panel "Functions".';
  if (!asApp) throw new InvalidInput(`The function "${name}" may not use rows as the app. ${how}`);
  const reads = isRead(call.method);
  const use = { table: call.entity, reads, changes: !reads };
  if (appUses == null || beyond([use], appUses).length === 0) return;
  const isRoom = { _id, [`refused.${MAX_REFUSED - 1}`]: { $exists: false } };
  await collections.functions.updateOne(isRoom, { $addToSet: { refused: use } });
  throw new InvalidInput(`The function "${name}" may not ${reads ? 'read' : 'change'} rows of "${call.entity}" as the app. ${how}`);
}

/** What the server says of the caller, also by the names of Base44. */
function personOf(user: AppUser | null, appId: string): AppUser | null {
  if (user === null) return null;
  const { name, emailVerified, role } = user;
  return { ...user, full_name: name, is_verified: emailVerified, _app_role: role, app_id: appId, is_service: false, disabled: false };
}

/** Whether it has no caller: then its rows are those of the app. */
function isOwnRun({ trigger }: Start): boolean {
  return trigger === 'schedule' || trigger === 'row';
}

function fileOf(name: string): string {
  return `functions/${name}.js`;
}

interface Failure {
  readonly outcome: 'failed' | 'stopped';
  readonly error: NonNullable<RunDocument['error']>;
  readonly thrown: Error;
}

/** Null for failures of the server, which are not the function's. */
function failureOf(error: unknown, { name, actor, app, trigger }: Start, bundle: Bundle): Failure | null {
  if (error instanceof FunctionFailed || error instanceof FunctionStopped)
    return { outcome: 'failed', error: { message: error.message, file: null, line: null }, thrown: error };
  if (!(error instanceof DomainError)) return null;
  const { message } = error;
  if (error.code === 'integration-limit') {
    const stopped = new FunctionStopped(name, message.replace('The integration', 'It'));
    return { outcome: 'stopped', error: { message: stopped.message, file: null, line: null }, thrown: stopped };
  }
  if (error.code !== 'integration-failed') return null;
  const stack = 'guestStack' in error && typeof error.guestStack === 'string' ? error.guestStack : '';
  const isBuilder = trigger !== 'call' || actor.kind === 'account' || (actor.kind === 'app' && actor.admin && actor.appId === app.id);
  return {
    outcome: 'failed',
    error: { message, ...locate(stack, { map: bundle.map, file: fileOf(name) }) },
    thrown: new FunctionFailed(name, isBuilder ? message : null),
  };
}

interface Ran extends Pick<RunDocument, 'startedAt' | 'milliseconds' | 'outcome' | 'error' | 'logs'> {
  readonly refusedHosts?: ReadonlySet<string>;
  readonly days: number;
}

/** Records a run that its server did not survive, unless it was recorded before that. */
export async function recordInterrupted({ collections, config }: FunctionsContext, start: Start, startedAt: string): Promise<void> {
  const error = { message: new FunctionInterrupted(start.name).message, file: null, line: null };
  const run = documentOf(start, { startedAt, milliseconds: 0, logs: [], outcome: 'stopped', error, days: config.FUNCTION_RUN_DAYS });
  await collections.runs.insertOne(run).catch((failure: unknown) => {
    if (!(failure instanceof DuplicateKey)) throw failure;
  });
}

function documentOf(
  { app, name, trigger, isDraft, actor, runId = newId() }: Start,
  { days, refusedHosts = new Set(), ...ran }: Ran,
): RunDocument {
  return {
    _id: runId,
    appId: app.id,
    name,
    trigger,
    isDraft,
    callerId: actor.kind === 'anonymous' ? null : actor.id,
    ...ran,
    ...(refusedHosts.size === 0 ? {} : { refusedHosts: [...refusedHosts] }),
    until: new Date(Date.parse(ran.startedAt) + days * DAY_MS).toISOString(),
  };
}
