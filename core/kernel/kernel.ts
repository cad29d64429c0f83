import pTimeout from 'p-timeout';
import { DomainError } from '../contract/errors.ts';
import type { Actor, AppAddress, AskedDeed, Credentials, ExtensionPoint, ServiceRef } from '../contract/index.ts';
import type { AnyPlugin, KernelOptions } from './adapters.ts';
import { checkPlugins } from './check.ts';
import { openContext } from './context.ts';
import { BootFailure, isOfStorage, messageOf, ServiceMissing } from './errors.ts';
import { Extensions } from './extensions.ts';
import { checkedJob } from './jobs.ts';
import { migrate } from './migrations.ts';
import { checkServing, neededToServe } from './serving.ts';

/** After the drain, which gives handlers more time. */
const LAST_EVENTS_MS = 1000;
const ANONYMOUS: Actor = { kind: 'anonymous' };

/** The event handlers of one plugin: `begin` lets them run, `end` unsubscribes them. */
interface EventHandlers {
  begin(service: unknown): void;
  end(): void;
}

type Finder<Question, Result> = (question: Question) => Result | null | Promise<Result | null>;

/** The first result. Asks one after the other, from the index `from` on; waits only for those that return a promise. */
function firstOf<Question, Result>(
  finders: readonly Finder<Question, Result>[],
  question: Question,
  from = 0,
): Result | null | Promise<Result | null> {
  for (let at = from; at < finders.length; at++) {
    const found = finders[at]?.(question) ?? null;
    if (found instanceof Promise) return found.then((result) => result ?? firstOf(finders, question, at + 1));
    if (found !== null) return found;
  }
  return null;
}

/** The running plugins. */
export interface Kernel {
  /** In start order. */
  readonly plugins: readonly AnyPlugin[];
  /** The running service of a ref. Throws `ServiceMissing`. */
  get<T>(ref: ServiceRef<T>): T;
  /** What the `start` of the plugin of this name returned, also when a fake overrides it for others. Throws before it has started. */
  serviceOf(plugin: string): unknown;
  /** The additions to an extension point. Throws until all contributing plugins have started. */
  additions<T>(point: ExtensionPoint<T>): readonly T[];
  /** The actor that the first plugin recognizes; otherwise anonymous. */
  identify(credentials: Credentials): Actor | Promise<Actor>;
  /** The id of the app that the first plugin finds at an address; otherwise null. */
  findApp(address: AppAddress): string | null | Promise<string | null>;
  /** Throws when a plugin does not permit the deed. */
  permit(asked: AskedDeed): Promise<void>;
  /**
   * Starts all plugins, or rolls back and throws `BootFailure`. `onServing` runs after the plugins that the runtime host needs to serve,
   * and before the others; if it throws, the start fails.
   */
  start(onServing?: () => Promise<void>): Promise<void>;
  /** Reasons why this node should receive no traffic; empty when it is healthy. */
  health(): Promise<string[]>;
  /** Completes work in flight or releases it to other nodes; waits up to `drainTimeoutMs`. */
  drain(): Promise<void>;
  /** Waits for the handlers of events, runs all disposers in reverse and closes the adapters. Never throws; logs failures. */
  close(): Promise<void>;
}

/** Checks the plugins at once; throws `BootFailure` with every problem. Nothing runs before `start`. */
export function createKernel(options: KernelOptions): Kernel {
  const { adapters, log, startTimeoutMs = 60_000, drainTimeoutMs = 24_000, servesAppsOnly = false } = options;
  const { provided = new Map<string, unknown>(), additions = new Map<string, readonly unknown[]>() } = options;
  const { order, problems } = checkPlugins(options.plugins, { provided, additions });
  if (problems.length > 0) throw new BootFailure(problems);

  const providers = new Set(order.map((plugin) => plugin.provides?.id));
  const services = new Map(provided);
  const extensions = new Extensions(order, additions);
  const running = new Map<AnyPlugin, unknown>();
  const byName = new Map<string, unknown>();
  const identifiers: Finder<Credentials, Actor>[] = [];
  const appFinders: Finder<AppAddress, string>[] = [];
  const permitters: ((asked: AskedDeed) => void | Promise<void>)[] = [];
  const disposers: { readonly name: string; readonly dispose: () => void | Promise<void> }[] = [];
  let state: 'new' | 'up' | 'draining' | 'closed' = 'new';

  const byId = (id: string): unknown => {
    if (!services.has(id)) throw new ServiceMissing(id, providers.has(id) ? 'not started' : 'unknown');
    return services.get(id);
  };

  /** Subscribes before any plugin starts, so that no event is missed; handlers wait until their own plugin has started. */
  const subscribe = (plugin: AnyPlugin): EventHandlers => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const handlers = Object.entries(plugin.on ?? {}) as [string, (payload: unknown, service: unknown) => Promise<void>][];
    const stops = handlers.map(([event, handler]) => adapters.events.on(event, async (payload) => handler(payload, await promise)));
    return { begin: resolve, end: () => stops.forEach((stop) => void stop()) };
  };

  const startPlugin = async (plugin: AnyPlugin, handlers: EventHandlers): Promise<void> => {
    const onClose = (dispose: () => void | Promise<void>): void => {
      // A start that timed out may still open resources: dispose of them at once.
      if (state === 'closed')
        void Promise.resolve(dispose()).catch((err: unknown) => log.error({ plugin: plugin.name, err }, 'Closing failed'));
      else disposers.push({ name: plugin.name, dispose });
    };
    const context = await openContext(plugin, options, { get: byId, extensions, onClose });
    const service = await plugin.start(context);
    extensions.complete(plugin);
    running.set(plugin, service);
    const { identify, findApp, permit } = plugin;
    if (identify) identifiers.push((credentials) => identify.call(plugin, credentials, service));
    if (findApp) appFinders.push((address) => findApp.call(plugin, address, service));
    if (permit) permitters.push((asked) => permit.call(plugin, asked, service));
    byName.set(plugin.name, service);
    // Fakes override real services, so that a test can replace one.
    if (plugin.provides && !provided.has(plugin.provides.id)) services.set(plugin.provides.id, service);
    handlers.begin(service);
    disposers.push({ name: plugin.name, dispose: handlers.end });
    for (const [name, spec] of Object.entries(plugin.jobs ?? {})) {
      adapters.jobs.define(`${plugin.name}.${name}`, checkedJob(spec, kernel.permit), () => service);
    }
  };

  const step = async (plugin: AnyPlugin, what: string, work: () => Promise<void>): Promise<void> => {
    try {
      await pTimeout(work(), { milliseconds: startTimeoutMs, message: `${what} took longer than ${startTimeoutMs / 1000} s.` });
    } catch (error) {
      if (isOfStorage(error)) throw error;
      const remedy = 'The log line before this one has the details; correct its settings or remove the plugin from the list.';
      log.error({ plugin: plugin.name, err: error }, `${what} failed`);
      throw new BootFailure([{ plugin: plugin.name, problem: `${what} failed: ${messageOf(error)}`, remedy }], { cause: error });
    }
  };

  const kernel: Kernel = {
    plugins: order,
    get: <T>(ref: ServiceRef<T>) => byId(ref.id) as T,
    serviceOf(plugin) {
      if (!byName.has(plugin)) throw new Error(`The plugin "${plugin}" has not started yet.`);
      return byName.get(plugin);
    },
    additions: <T>(point: ExtensionPoint<T>) => extensions.of(point.id) as readonly T[],
    identify(credentials) {
      const found = firstOf(identifiers, credentials);
      return found instanceof Promise ? found.then((actor) => actor ?? ANONYMOUS) : (found ?? ANONYMOUS);
    },
    findApp: (address) => firstOf(appFinders, address),
    async permit(asked) {
      for (const permit of permitters) await permit(asked);
    },
    async start(onServing) {
      const first = neededToServe(order);
      const all = (servesAppsOnly ? order.filter((plugin) => first.has(plugin)) : order).map((plugin) => ({
        plugin,
        handlers: subscribe(plugin),
      }));
      const startAll = async (some: typeof all): Promise<void> => {
        for (const { plugin, handlers } of some) await step(plugin, 'Its start', () => startPlugin(plugin, handlers));
      };
      try {
        if (!servesAppsOnly) await migrate({ plugins: order, store: adapters.store, blobs: adapters.blobs, log });
        await startAll(all.filter(({ plugin }) => first.has(plugin)));
        checkServing(order, (plugin) => running.has(plugin));
        await onServing?.();
        await startAll(all.filter(({ plugin }) => !first.has(plugin)));
        for (const [plugin, service] of servesAppsOnly ? [] : running)
          await step(plugin, 'Getting ready', async () => plugin.ready?.(service));
      } catch (error) {
        await kernel.close();
        throw error;
      }
      if (options.runJobs ?? true) adapters.jobs.start();
      state = 'up';
    },
    async health() {
      if (state !== 'up') return [state === 'new' ? 'Still starting.' : 'Shutting down.'];
      const reasons: string[] = [];
      const probe = async (name: string, work: () => Promise<string | null>): Promise<void> => {
        try {
          const reason = await pTimeout(work(), { milliseconds: 3000, message: 'no answer within 3 s' });
          if (reason !== null) reasons.push(`${name}: ${reason}`);
        } catch (error) {
          log.warn({ err: error }, `The health check of ${name} failed`);
          reasons.push(`${name}: ${error instanceof DomainError ? error.message : 'cannot be reached'}`);
        }
      };
      const engines = ['store', 'blobs'] as const;
      const pings = engines.map((name) => probe(name, async () => adapters[name].ping().then(() => null)));
      const plugins = [...running].map(([plugin, service]) =>
        probe(plugin.name, async () => {
          const health = await plugin.health?.(service);
          return health === undefined || health.ok ? null : health.reason;
        }),
      );
      await Promise.all([...pings, ...plugins]);
      return reasons.sort();
    },
    async drain() {
      if (state !== 'up') return;
      state = 'draining';
      const all = [...running].map(async ([plugin, service]) => {
        await plugin.drain?.(service).catch((error: unknown) => log.error({ plugin: plugin.name, err: error }, 'Draining failed'));
      });
      const work = Promise.all([...all, adapters.jobs.drain(drainTimeoutMs)]).then(() => adapters.events.drain());
      await pTimeout(work, { milliseconds: drainTimeoutMs, message: `Draining took longer than ${drainTimeoutMs / 1000} s.` }).catch(
        (error: unknown) => {
          log.warn({ err: error }, 'Draining did not complete');
        },
      );
    },
    async close() {
      if (state === 'closed') return;
      const hasStarted = state !== 'new';
      state = 'closed';
      const engines = [adapters.store, adapters.blobs, adapters.events, adapters.workers, adapters.jobs];
      const all = [
        ...engines.map((engine) => ({ name: 'core', dispose: () => engine.close() })),
        ...disposers,
        // Events that arrived since the drain, of requests in flight and of other processes of this node.
        ...(hasStarted ? [{ name: 'core', dispose: () => pTimeout(adapters.events.drain(), { milliseconds: LAST_EVENTS_MS }) }] : []),
      ];
      for (const { name, dispose } of all.reverse()) {
        try {
          await pTimeout(Promise.resolve(dispose()), { milliseconds: 10_000, message: 'Closing took longer than 10 s.' });
        } catch (error) {
          log.error({ plugin: name, err: error }, 'Closing failed');
        }
      }
    },
  };
  return kernel;
}
