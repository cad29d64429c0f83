import type { IncomingHttpHeaders } from 'node:http';
import { domainToASCII } from 'node:url';
import type { App, Files } from '@sayso/apps/ref';
import {
  type Actor,
  addressGroup,
  DuplicateKey,
  type EventMap,
  InvalidInput,
  NotFound,
  PermittedStream,
  storeNow,
  Unauthenticated,
} from '@sayso/core';
import {
  type FunctionBundle,
  type FunctionDeclaration,
  functionAt,
  functionInAddress,
  functionPath,
  isFunctionName,
} from '@sayso/runtime/ref';
import { LRUCache } from 'lru-cache';
import type { AppUse, FunctionDocument, RunDocument } from './collections.ts';
import type { FunctionsContext, RunTask } from './config.ts';
import { CodeChanged, FunctionFailed, FunctionQuotaReached, FunctionStopped, NoSuchFunction } from './errors.ts';
import type { AllowFunction, AppFunction, EnvironmentVariable, FunctionRun, FunctionsApi, SetVariable, TestedFunction } from './ref.ts';
import { type HttpAnswer, textOf } from './runs/answer.ts';
import { type AppUses, beyond, shownOf, together, wantsAppIn } from './runs/app-uses.ts';
import { BegunRuns } from './runs/begun.ts';
import { Environment } from './runs/environment.ts';
import { RunQuotas } from './runs/quotas.ts';
import { appActor, recordInterrupted, runFunction, type Start } from './runs/run.ts';
import { nextTime } from './triggers/schedule.ts';
import { NO_DECLARATION, Triggers } from './triggers/triggers.ts';

const HOST = /^(?=.{4,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/;
/** What separates a name from other parts of an address. */
const IN_ADDRESS = /[\s/\\?#@:[\]]/;
const MAX_HOSTS = 20;
const RUNS_PER_PAGE = 50;
/** Each is small: names of tables, hosts and files. */
const MAX_KEPT_DECLARATIONS = 20;
const MAX_KEPT_CHARACTERS = 20_000_000;

/** A call over HTTP. */
export interface AskedCall extends Pick<Start, 'actor' | 'request' | 'signal'> {
  readonly appId: string;
  readonly name: string;
  /** The network address of the client. */
  readonly address: string;
}

/** The server functions of apps: `functions/<name>`, run in the sandbox of integrations. */
export class Functions implements FunctionsApi {
  readonly #context: FunctionsContext;
  readonly #quotas: RunQuotas;
  readonly #begun: BegunRuns;
  readonly #running = new Set<Promise<HttpAnswer>>();
  readonly triggers: Triggers;
  readonly environment: Environment;
  /** By app, version and name: versions never change. */
  readonly #bundles = new LRUCache<string, FunctionBundle>({
    maxSize: MAX_KEPT_CHARACTERS,
    sizeCalculation: (bundle) => 1000 + (bundle.ok ? bundle.code.length + bundle.map.length : 0),
  });

  /** By app and version. */
  readonly #declared = new LRUCache<string, Promise<Readonly<Record<string, FunctionDeclaration>>>>({ max: MAX_KEPT_DECLARATIONS });

  constructor(context: FunctionsContext) {
    this.#context = context;
    this.#quotas = new RunQuotas(context);
    this.#begun = new BegunRuns(context.collections.begun);
    this.triggers = new Triggers(context);
    this.environment = new Environment(context);
  }

  async list(actor: Actor, appId: string): Promise<AppFunction[]> {
    const app = await this.#context.needs.apps.get(actor, appId, 'view');
    const files = await this.#context.needs.apps.files(appId, app.currentVersionId ?? undefined);
    const declarations = await this.#declarations(app, files);
    const known = new Map((await this.#context.collections.functions.find({ appId })).map((one) => [one.name, one]));
    const all = Object.keys(files).flatMap((path) => {
      const name = functionAt(path);
      return name === null ? [] : [{ name, path }];
    });
    return Promise.all(
      all
        .sort((a, b) => (a.name < b.name ? -1 : 1))
        .map(async ({ name, path }) => {
          const [lastRun = null] = await this.#context.collections.runs.find({ appId, name }, { sort: { _id: -1 }, limit: 1 });
          const declared = declarations[path] ?? NO_DECLARATION;
          return this.#view({ app, name, path, files, declared, state: known.get(name) ?? null, lastRun });
        }),
    );
  }

  /** What the functions of the current version ask for: an app of a hundred functions takes a second, and the builder allows each. */
  #declarations({ id: appId, currentVersionId }: App, files: Files): Promise<Readonly<Record<string, FunctionDeclaration>>> {
    const key = `${appId} ${currentVersionId}`;
    const known = this.#declared.get(key);
    if (known !== undefined) return known;
    const declarations = this.#context.needs.runtime.functionDeclarations({ appId, files });
    declarations.catch(() => this.#declared.delete(key));
    this.#declared.set(key, declarations);
    return declarations;
  }

  #view({
    app,
    name,
    path,
    files,
    declared,
    state,
    lastRun,
  }: {
    app: App;
    name: string;
    path: string;
    files: Files;
    declared: FunctionDeclaration;
    state: FunctionDocument | null;
    lastRun: RunDocument | null;
  }): AppFunction {
    const { schedule, timeZone, on, asApp, hosts, variables } = declared;
    const { asApp: mayApp = false, visitors = false, isPaused = false, hosts: mayHosts = [], nextAt = null, appUses } = state ?? {};
    const { uses, isOpen, digest } = shownOf({ files, path, declared, state });
    const wantsApp = asApp || schedule !== null || on.length > 0 || [path, ...declared.files].some((one) => wantsAppIn(files[one] ?? ''));
    const moreUses = appUses == null ? [] : beyond(uses, appUses);
    return {
      name,
      schedule,
      timeZone,
      isScheduleValid: schedule === null || nextTime(schedule, timeZone, new Date(storeNow())) !== null,
      on: on.map(({ entity, change }) => `${entity}.${change}`),
      wantsApp,
      appUses: uses,
      wantsMore: mayApp && appUses != null && (moreUses.length > 0 || (wantsApp && isOpen)),
      moreUses,
      shown: digest,
      wantsHosts: hosts,
      wantsVariables: variables,
      allowed: { asApp: mayApp, visitors, isPaused, hosts: mayHosts },
      nextAt: app.published === null ? null : nextAt,
      lastRun,
    };
  }

  async allow(actor: Actor, { appId, name, shown, ...change }: AllowFunction): Promise<AppFunction> {
    const app = await this.#context.needs.apps.get(actor, appId, 'edit');
    const files = await this.#context.needs.apps.files(appId, app.currentVersionId ?? undefined);
    const path = functionPath(name, files);
    if (path === null) throw new NoSuchFunction(name);
    const { functions } = this.#context.collections;
    const before = await this.#stateOf(appId, name);
    const declared = (await this.#declarations(app, files))[path] ?? NO_DECLARATION;
    const code = shownOf({ files, path, declared, state: before });
    if (shown !== undefined && shown !== code.digest) throw new CodeChanged();
    await functions.insertOne(before).catch((error: unknown) => {
      if (!(error instanceof DuplicateKey)) throw error;
    });
    const { asApp, visitors, isPaused } = change;
    const hosts = change.hosts?.map(checkHost).slice(0, MAX_HOSTS);
    await functions.updateOne(
      { _id: before._id },
      {
        $set: {
          ...(asApp === undefined ? {} : { asApp, appUses: asApp ? grantOf(before, code) : [], refused: [] }),
          ...(visitors === undefined ? {} : { visitors }),
          ...(isPaused === undefined ? {} : { isPaused }),
          ...(hosts === undefined ? {} : { hosts }),
        },
      },
    );
    if (hosts !== undefined) await this.#allowed(actor, { appId, name, hosts: hosts.filter((host) => !before.hosts.includes(host)) });
    await this.triggers.declare(app);
    await this.#context.emit('functions.changed', { appId });
    const list = await this.list(actor, appId);
    const found = list.find((one) => one.name === name);
    if (found === undefined) throw new NoSuchFunction(name);
    return found;
  }

  async runs(
    actor: Actor,
    appId: string,
    { name, before }: { readonly name?: string | undefined; readonly before?: string | undefined } = {},
  ): Promise<FunctionRun[]> {
    await this.#context.needs.apps.get(actor, appId, 'view');
    const filter = { appId, ...(name === undefined ? {} : { name }), ...(before === undefined ? {} : { _id: { $lt: before } }) };
    return this.#context.collections.runs.find(filter, { sort: { _id: -1 }, limit: RUNS_PER_PAGE });
  }

  async variables(actor: Actor, appId: string): Promise<EnvironmentVariable[]> {
    await this.#context.needs.apps.get(actor, appId, 'view');
    return this.environment.list(appId);
  }

  async setVariable(actor: Actor, variable: SetVariable): Promise<EnvironmentVariable> {
    await this.#context.needs.apps.get(actor, variable.appId, 'edit');
    const hosts = variable.hosts?.map(checkHost).slice(0, MAX_HOSTS) ?? (await this.#hostsOfReaders(variable));
    return this.environment.set({ ...variable, hosts, enteredBy: accountOf(actor) });
  }

  async #allowed(
    actor: Actor,
    { appId, name, hosts }: { readonly appId: string; readonly name: string; readonly hosts: readonly string[] },
  ) {
    const readers = await this.#readers(appId);
    const isRead = (variable: string) => readers(variable).includes(name);
    await this.environment.allowed(appId, { by: accountOf(actor), hosts, isRead });
  }

  /** The servers that the functions which read a variable may call. */
  async #hostsOfReaders({ appId, name }: Pick<SetVariable, 'appId' | 'name'>): Promise<string[]> {
    const names = (await this.#readers(appId))(name);
    const known = await this.#context.collections.functions.find({ appId });
    return [...new Set(known.flatMap((one) => (names.includes(one.name) ? one.hosts : [])))].slice(0, MAX_HOSTS);
  }

  /** The functions of the current version that read a variable by its name: all of them where none is found to. */
  async #readers(appId: string): Promise<(variable: string) => string[]> {
    const files = await this.#context.needs.apps.files(appId);
    const declarations = Object.entries(await this.#context.needs.runtime.functionDeclarations({ appId, files }));
    const all = Object.keys(files).flatMap((path) => functionAt(path) ?? []);
    return (variable) => {
      const found = declarations.flatMap(([path, { variables }]) => (variables.includes(variable) ? (functionAt(path) ?? []) : []));
      return found.length === 0 ? all : found;
    };
  }

  async removeVariable(actor: Actor, appId: string, name: string): Promise<EnvironmentVariable[]> {
    await this.#context.needs.apps.get(actor, appId, 'edit');
    await this.environment.remove(appId, name);
    return this.environment.list(appId);
  }

  async test(actor: Actor, appId: string, name: string, input: unknown): Promise<TestedFunction> {
    const app = await this.#context.needs.apps.get(actor, appId, 'edit');
    await this.#quotas.takeCall(app, actor.kind === 'account' ? actor.id : 'builder');
    const signal = AbortSignal.timeout(this.#context.config.FUNCTION_MAX_MS + 5000);
    const start: Start = { app, name, trigger: 'test', actor, isDraft: true, input, request: null, signal, depth: 0 };
    let answer: HttpAnswer | null = null;
    try {
      answer = await this.#run(start);
    } catch (error) {
      // The record of the run tells what failed; without one the function did not start.
      const [run] = await this.runs(actor, appId, { name });
      if (run === undefined || error instanceof NotFound || error instanceof FunctionQuotaReached) throw error;
      return { run, answer: null };
    }
    const [run] = await this.runs(actor, appId, { name });
    if (run === undefined) throw new NoSuchFunction(name);
    return { run, answer: textOf(answer) };
  }

  /** The app of a call whose path does not name one: that of its token, of the origin it came to, or of its header. Throws `NotFound`. */
  async appOf(actor: Actor, { host, 'x-app-id': named }: IncomingHttpHeaders): Promise<string> {
    if (actor.kind === 'app') return actor.appId;
    const app = await this.#context.needs.runtime.appAt(host ?? null);
    const appId = app?.appId ?? named;
    if (typeof appId === 'string') return appId;
    if (actor.kind === 'account')
      throw new InvalidInput('A session of the builder belongs to no app. Name the app in the header X-App-Id.');
    throw new NotFound('The app');
  }

  /** A call over HTTP. Throws `NotFound` for apps that the caller cannot know, `NoSuchFunction`, and `Unauthenticated` for visitors without permission. */
  async call({ appId, name: first, actor, address, request, ...given }: AskedCall): Promise<HttpAnswer> {
    const { apps } = this.#context.needs;
    if (actor.kind === 'app' && actor.appId !== appId) throw new NotFound('The app');
    const app = await apps.find(appId);
    const isAdmin = app !== null && apps.isAppAdmin(actor, app);
    if (app === null || (!isAdmin && app.published === null)) throw new NotFound('The app');
    const isDraft = actor.kind === 'app' ? actor.preview === true : isAdmin;
    const known: Actor = actor.kind === 'app' || isAdmin ? actor : { kind: 'anonymous' };
    const id = known.kind === 'anonymous' ? null : known.id;
    const { name, path } = await this.#addressed({ app, isDraft, first, path: request?.path ?? '/' });
    const allowed = await this.#stateOf(appId, name);
    if (id === null && !allowed.visitors) throw new Unauthenticated(`Please log in to use "${name}".`);
    await this.#quotas.takeCall(app, id ?? addressGroup(address));
    const asked = request === null ? null : { ...request, path };
    return this.#run({ app, name, trigger: 'call', actor: known, isDraft, input: null, depth: 0, request: asked, ...given });
  }

  /** The function that an address names, and the path below it. */
  async #addressed({ app, isDraft, first, path }: Pick<Start, 'app' | 'isDraft'> & { readonly first: string; readonly path: string }) {
    const versionId = isDraft ? app.currentVersionId : app.published?.versionId;
    if (path === '/' || versionId == null) return { name: first, path };
    const { name, rest } = functionInAddress(first, path.slice(1), await this.#context.needs.apps.files(app.id, versionId));
    return { name, path: `/${rest}` };
  }

  /** The job of a run without a caller. A function that was removed, paused or forbidden since does not run. */
  async runTriggered(
    { appId, name, trigger, input }: RunTask,
    { id, signal }: { readonly id: string; readonly signal: AbortSignal },
  ): Promise<void> {
    const app = await this.#context.needs.apps.find(appId);
    const { asApp, isPaused } = await this.#stateOf(appId, name);
    if (app === null || app.published === null || !asApp || isPaused) return;
    const given = { app, name, trigger, actor: appActor(appId, false), isDraft: false, input, request: null, depth: 0 };
    const { runId, at, isRepeated } = await this.#begun.begin(id);
    const start: Start = { ...given, signal: untilTaken(signal), runId };
    if (isRepeated) return recordInterrupted(this.#context, start, at);
    try {
      await this.#quotas.takeTriggered(app, name, trigger);
      await this.#run(start);
    } catch (error) {
      // The run is recorded. Repeating it would repeat what it did before it failed.
      if (error instanceof FunctionFailed || error instanceof FunctionQuotaReached || error instanceof NotFound) return;
      if (!(error instanceof FunctionStopped) && !signal.aborted) await this.#begun.undo(id);
      throw error;
    }
  }

  /** Waits for the runs in flight, at most as long as the host does. */
  async drain(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  #run(start: Start): Promise<HttpAnswer> {
    const run = this.#runNow(start);
    this.#running.add(run);
    const end = () => this.#running.delete(run);
    run.then(end, end);
    return run;
  }

  async #runNow(start: Start): Promise<HttpAnswer> {
    const { app, name } = start;
    const bundle = await this.#bundle(start);
    if (!bundle.ok) {
      const [first] = bundle.problems;
      throw new FunctionFailed(name, first === undefined ? null : `${first.message}${first.line === null ? '' : ` (line ${first.line})`}`);
    }
    const [allowed, environment] = await Promise.all([this.#stateOf(app.id, name), this.environment.open(app.id)]);
    const callFunction = async (called: Start) => {
      await this.#quotas.takeNested(called.app);
      return parse(textOf(await this.#run(called)));
    };
    try {
      return await runFunction({ context: this.#context, callFunction }, start, { bundle, allowed, environment });
    } finally {
      await this.#context.emit('functions.ran', { appId: app.id, name });
    }
  }

  async #bundle({ app, name, isDraft }: Start): Promise<FunctionBundle> {
    const versionId = isDraft ? app.currentVersionId : app.published?.versionId;
    if (versionId == null || !isFunctionName(name)) throw new NoSuchFunction(name.slice(0, 64));
    const key = `${app.id} ${versionId} ${name} ${this.#context.needs.runtime.packageEdition()}`;
    const known = this.#bundles.get(key);
    if (known !== undefined) return known;
    const files = await this.#context.needs.apps.files(app.id, versionId);
    if (functionPath(name, files) === null) throw new NoSuchFunction(name);
    const bundle = await this.#context.needs.runtime.bundleFunction({ appId: app.id, files }, name);
    this.#bundles.set(key, bundle);
    return bundle;
  }

  /** What a function may do: nothing but what its caller may, until the builder allows more. */
  async #stateOf(appId: string, name: string): Promise<FunctionDocument> {
    const _id = `${appId} ${name}`;
    const nothing = { asApp: false, visitors: false, isPaused: false, hosts: [], schedule: null, timeZone: 'UTC', on: [], nextAt: null };
    return (await this.#context.collections.functions.findOne({ _id })) ?? { _id, appId, name, ...nothing };
  }

  /** Starts the functions that ask for changes of live rows, until the server stops. */
  async followRows(): Promise<void> {
    const { log } = this.#context;
    const stop = new AbortController();
    this.#context.onClose(() => stop.abort());
    const follow = async () => {
      for await (const event of this.#context.subscribe('entities.rowChanged', stop.signal)) {
        if ('missed' in event || event.payload.rows === 'draft') continue;
        await this.triggers.rowChanged(event.payload).catch((err: unknown) => log.error({ err }, 'a changed row started no function'));
      }
    };
    void follow();
  }

  /** Stores what the functions of the published version declare. */
  async appChanged(appId: string): Promise<void> {
    const app = await this.#context.needs.apps.find(appId);
    if (app !== null) await this.triggers.declare(app);
  }

  async *watch(actor: Actor, appId: string, signal: AbortSignal): AsyncIterable<string> {
    const stream = new PermittedStream({ check: () => this.#context.needs.apps.get(actor, appId, 'view'), signal });
    await stream.begin();
    yield* stream.pass(namesOf(this.#context.subscribe('functions.ran', stream.signal), appId));
  }

  async removeApp(appId: string): Promise<void> {
    await this.#context.collections.functions.deleteMany({ appId });
    await this.#context.collections.runs.deleteMany({ appId });
    await this.environment.removeApp(appId);
  }
}

type Ran = { readonly payload: EventMap['functions.ran'] } | { readonly missed: true };

async function* namesOf(runs: AsyncIterable<Ran>, appId: string): AsyncGenerator<string> {
  for await (const event of runs) {
    if ('missed' in event) yield '*';
    else if (event.payload.appId === appId) yield event.payload.name;
  }
}

/** What a function may use as the app once the code that was shown is allowed: that, and what it was allowed before; null for all tables. */
function grantOf(before: FunctionDocument, { uses, isOpen }: AppUses): AppUse[] | null {
  if (isOpen || (before.asApp && before.appUses == null)) return null;
  return together(uses, before.asApp ? (before.appUses ?? []) : []);
}

function accountOf(actor: Actor): string | null {
  return actor.kind === 'anonymous' ? null : actor.id;
}

/**
 * The name of a server, the same for all its spellings: in any language, with capital letters or the dot of the root. Throws `InvalidInput`.
 * Addresses of networks are checked when a server is called.
 */
function checkHost(host: string): string {
  const given = host.trim();
  const name = IN_ADDRESS.test(given) ? '' : domainToASCII(given).replace(/\.$/, '');
  if (!HOST.test(name)) throw new InvalidInput(`"${host.slice(0, 100)}" is no name of a server. Use one such as "api.example.com".`);
  return name;
}

/** Aborts as the signal of a job does, except while its server shuts down: a run that has begun is completed as long as that takes. */
function untilTaken(signal: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const abort = () => {
    if (signal.reason !== 'draining') controller.abort(signal.reason);
  };
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return controller.signal;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
