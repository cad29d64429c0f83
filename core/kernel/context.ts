import type { Collection, CollectionSpec, ExtensionPoint, Logger, PluginContext, WorkerSpec } from '../contract/index.ts';
import type { Store } from '../ports/store.ts';
import type { AnyPlugin, KernelOptions } from './adapters.ts';
import type { Extensions } from './extensions.ts';

type Dispose = () => void | Promise<void>;
// biome-ignore lint/suspicious/noExplicitAny: the plugin's own types were checked where it was declared
export type AnyContext = PluginContext<any, any, any, any, any, any, any>;

/** What a context needs from the kernel. */
interface KernelParts {
  readonly get: (id: string) => unknown;
  readonly extensions: Extensions;
  readonly onClose: (dispose: Dispose) => void;
}

/** Opens a plugin's collections and builds its context; everything in it is scoped to the plugin's name. */
export async function openContext(
  plugin: AnyPlugin,
  options: KernelOptions,
  { get, extensions, onClose }: KernelParts,
): Promise<AnyContext> {
  const { adapters, configs, info } = options;
  const config = configs.get(plugin.name);
  const job = (name: string): string => {
    if (plugin.jobs?.[name] === undefined) throw new Error(`The plugin "${plugin.name}" declares no job "${name}".`);
    return `${plugin.name}.${name}`;
  };
  const collections: Record<string, Collection<{ _id: string }>> = {};
  for (const [name, spec] of Object.entries((plugin.collections ?? {}) as Record<string, CollectionSpec>)) {
    collections[name] = await openCollection(adapters.store, `${plugin.name}_${name}`, spec);
  }
  const context: AnyContext = {
    config,
    host: info,
    needs: mapValues(plugin.needs ?? {}, (ref: { id: string }) => get(ref.id)),
    collections,
    workers: mapValues((plugin.workers ?? {}) as Record<string, WorkerSpec>, (spec) => adapters.workers.pool(spec)),
    blobs: adapters.blobs.scope(plugin.name),
    log: childLogger(options.log, plugin.name),
    limits: options.limits.of({ name: plugin.name, specs: plugin.limits ?? {}, config }),
    additions: mapValues(
      (plugin.extensionPoints ?? {}) as Record<string, ExtensionPoint<unknown>>,
      (point) => () => extensions.of(point.id) as never,
    ),
    add: (point, addition) => extensions.add(plugin, point, addition),
    enqueue: async (name, input, settings) => adapters.jobs.enqueue(job(name), input, settings),
    hasCapacity: (name) => adapters.jobs.hasCapacity(job(name)),
    cancelJob: (id) => adapters.jobs.cancel(plugin.name, id),
    jobState: (id) => adapters.jobs.state(plugin.name, id),
    emit: async (event, payload) => {
      if (!String(event).startsWith(`${plugin.name}.`))
        throw new Error(`The plugin "${plugin.name}" cannot emit "${String(event)}": its events begin with its name.`);
      await adapters.events.emit(event, payload);
    },
    subscribe: (event, signal) => adapters.events.subscribe(event, signal) as AsyncIterable<{ payload: never } | { missed: true }>,
    onClose,
  };
  return context;
}

export function openCollection(store: Store, name: string, spec: CollectionSpec): Promise<Collection<{ _id: string }>> {
  const { partition } = spec;
  return partition === undefined ? store.open(name, spec) : store.openPartitioned(name, { ...spec, partition });
}

function mapValues<V, R>(record: Readonly<Record<string, V>>, map: (value: V) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

/** Adds the plugin's name to each log line. */
function childLogger(log: Logger, plugin: string): Logger {
  return {
    debug: (fields, message) => log.debug({ plugin, ...fields }, message),
    info: (fields, message) => log.info({ plugin, ...fields }, message),
    warn: (fields, message) => log.warn({ plugin, ...fields }, message),
    error: (fields, message) => log.error({ plugin, ...fields }, message),
  };
}
