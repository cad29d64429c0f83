import type { AnyPlugin } from './adapters.ts';
import { BootFailure } from './errors.ts';
import { needsOf, pointsOf } from './points.ts';

/** Another plugin that a plugin uses when it answers a call. */
interface Use {
  readonly of: AnyPlugin;
  readonly what: string;
}

/**
 * The plugins that the runtime host needs to serve: those with runtime routes, `identify`, `findApp` or `permit`, and for each of them the providers of
 * its services and all that add to its extension points. Derived from what a call can reach: no declaration says what it does reach.
 */
export function neededToServe(order: readonly AnyPlugin[]): ReadonlySet<AnyPlugin> {
  const needed = new Set(order.filter(({ runtimeRoutes, identify, findApp, permit }) => runtimeRoutes ?? identify ?? findApp ?? permit));
  // A set iterates over what is added meanwhile.
  for (const plugin of needed) for (const use of usesOf(plugin, order)) needed.add(use.of);
  return needed;
}

/** Throws `BootFailure` for each use of a plugin that has not started: the call that comes to it would fail. */
export function checkServing(order: readonly AnyPlugin[], started: (plugin: AnyPlugin) => boolean): void {
  const problems = order.filter(started).flatMap((plugin) =>
    usesOf(plugin, order)
      .filter((use) => !started(use.of))
      .map((use) => ({
        plugin: plugin.name,
        problem: `It would serve published apps without ${use.what} of the plugin "${use.of.name}", which has not started.`,
        remedy: 'Take the one or the other out of the list of plugins, and report this.',
      })),
  );
  if (problems.length > 0) throw new BootFailure(problems);
}

function usesOf(plugin: AnyPlugin, all: readonly AnyPlugin[]): Use[] {
  const needs = needsOf(plugin);
  const points = pointsOf(plugin.extensionPoints).map(({ id }) => id);
  return all.flatMap((of) => [
    ...needs.filter((id) => id === of.provides?.id).map((id) => ({ of, what: `the service "${id}"` })),
    ...pointsOf(of.adds).flatMap(({ id }) => (points.includes(id) ? [{ of, what: `the additions to "${id}"` }] : [])),
  ]);
}
