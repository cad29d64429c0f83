import type { ExtensionPoint, ServiceRef } from '../contract/index.ts';
import type { AnyPlugin } from './adapters.ts';
import type { BootProblem } from './errors.ts';

type Providers = ReadonlyMap<string, AnyPlugin>;
/** Additions from outside the plugins (tests), by the id of the extension point. */
type Given = ReadonlyMap<string, readonly unknown[]> | undefined;
type Problem = Omit<BootProblem, 'plugin'>;

export function pointsOf(points: Readonly<Record<string, ExtensionPoint<unknown>>> | undefined): readonly ExtensionPoint<unknown>[] {
  return Object.values(points ?? {});
}

/** The ids of the services that a plugin needs. */
export function needsOf(plugin: AnyPlugin): string[] {
  return Object.values((plugin.needs ?? {}) as Record<string, ServiceRef<unknown>>).map(({ id }) => id);
}

/** Problems of extension points and of additions to them. `providers`: plugins by the id of their service. */
export function pointProblems(plugins: readonly AnyPlugin[], providers: Providers, given: Given): BootProblem[] {
  const adding = new Map<string, string[]>();
  return plugins.flatMap((plugin) => {
    const own = pointsOf(plugin.extensionPoints).map((point) => foreignProblem(plugin, point));
    const added = pointsOf(plugin.adds).map((point) => {
      const others = adding.get(point.id) ?? [];
      adding.set(point.id, [...others, plugin.name]);
      return ownerProblem(plugin, point, providers) ?? limitProblem(point, others, given);
    });
    return [...own, ...added].filter((problem) => problem !== null).map((problem) => ({ plugin: plugin.name, ...problem }));
  });
}

function foreignProblem(plugin: AnyPlugin, { id, owner }: ExtensionPoint<unknown>): Problem | null {
  if (owner.id === plugin.provides?.id) return null;
  const problem = `Its extension point "${id}" belongs to the service "${owner.id}", which it does not provide.`;
  return { problem, remedy: 'Make it with the ref that the plugin provides; to add to that of another plugin, list it in `adds`.' };
}

/** Does not report a missing owner: `checkPlugins` reports it as a missing dependency. */
function ownerProblem(plugin: AnyPlugin, { id, owner }: ExtensionPoint<unknown>, providers: Providers): Problem | null {
  const provider = providers.get(owner.id);
  const name = provider?.name ?? owner.id;
  if (!needsOf(plugin).includes(owner.id)) {
    return {
      problem: `It adds to "${id}" of the plugin "${name}", which it does not need.`,
      remedy: `List "${owner.id}" in its \`needs\`.`,
    };
  }
  if (provider === undefined || pointsOf(provider.extensionPoints).some((point) => point.id === id)) return null;
  return {
    problem: `It adds to "${id}", an extension point that the plugin "${name}" does not have.`,
    remedy: 'Install releases of the two that belong together.',
  };
}

function limitProblem(
  { id, limit = Number.POSITIVE_INFINITY }: ExtensionPoint<unknown>,
  others: readonly string[],
  given: Given,
): Problem | null {
  const all = [...(given?.get(id) ?? []).map(() => 'the test'), ...others.map((name) => `the plugin "${name}"`)];
  if (all.length < limit) return null;
  const times = limit === 1 ? 'one addition' : `${limit} additions`;
  return { problem: `It adds to "${id}", which takes ${times}: ${all.join(' and ')} adds to it too.`, remedy: 'Remove one of them.' };
}
