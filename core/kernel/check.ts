import type { AnyPlugin } from './adapters.ts';
import type { BootProblem } from './errors.ts';
import { needsOf, pointProblems, pointsOf } from './points.ts';

const NAME = /^[a-z][a-z0-9-]*$/;
const CONTRACT = 1;

/** The plugins in start order, and all problems of the set. */
export interface CheckedPlugins {
  readonly order: readonly AnyPlugin[];
  readonly problems: readonly BootProblem[];
}

/** Services by ref id and additions by extension point, from outside the plugins (tests). */
export interface Given {
  readonly provided?: ReadonlyMap<string, unknown> | undefined;
  readonly additions?: ReadonlyMap<string, readonly unknown[]> | undefined;
}

/** Checks names, contract versions, dependencies and extension points. */
export function checkPlugins(plugins: readonly AnyPlugin[], { provided, additions }: Given = {}): CheckedPlugins {
  const problems: BootProblem[] = [];
  const providers = new Map<string, AnyPlugin>();
  const names = new Set<string>();
  for (const plugin of plugins) {
    const problem = (text: string, remedy: string): number => problems.push({ plugin: plugin.name, problem: text, remedy });
    if (!NAME.test(plugin.name)) problem(`The name "${plugin.name}" is not allowed.`, 'Use lower case letters, digits and dashes.');
    if (names.has(plugin.name)) problem('It is listed twice, or two plugins share this name.', 'Remove or rename one of them.');
    names.add(plugin.name);
    if (plugin.contract !== CONTRACT) {
      problem(
        `It was written for version ${String(plugin.contract)} of the plugin contract; this host speaks version ${CONTRACT}.`,
        'Install a release of the plugin for this version of Sayso.',
      );
    }
    const steps = ((plugin.migrations ?? []) as readonly { readonly name: string }[]).map((step) => step.name);
    for (const [at, step] of steps.entries()) {
      if (!NAME.test(step)) problem(`The name of its migration "${step}" is not allowed.`, 'Use lower case letters, digits and dashes.');
      if (steps.indexOf(step) !== at) problem(`Two of its migrations are named "${step}".`, 'Rename the newer one.');
    }
    const id = plugin.provides?.id;
    if (id === undefined) continue;
    const other = providers.get(id);
    if (other) problem(`It provides "${id}", which the plugin "${other.name}" provides too.`, 'Remove one of the two.');
    else providers.set(id, plugin);
  }
  for (const plugin of plugins) {
    for (const ref of needsOf(plugin)) {
      if (providers.has(ref) || provided?.has(ref)) continue;
      problems.push({
        plugin: plugin.name,
        problem: `It needs "${ref}", which no plugin provides.`,
        remedy: 'Add the plugin that provides it.',
      });
    }
  }
  problems.push(...pointProblems(plugins, providers, additions));
  const { order, cycles } = sort(plugins, providers);
  for (const cycle of cycles) {
    problems.push({
      plugin: cycle[0] ?? null,
      problem: `It needs itself in a circle: ${cycle.join(' → ')}.`,
      remedy: 'Break the circle, for example with an event or with `on`.',
    });
  }
  return { order, problems };
}

/**
 * The plugins that the runtime host needs to serve: those with runtime routes or `identify`, their dependencies, and the plugins that add
 * to their extension points marked `neededToServe`.
 */
export function neededToServe(order: readonly AnyPlugin[]): ReadonlySet<AnyPlugin> {
  const needed = new Set<AnyPlugin>();
  const providers = new Map(order.map((plugin) => [plugin.provides?.id ?? '', plugin]));
  const require = (plugin: AnyPlugin): void => {
    if (needed.has(plugin)) return;
    needed.add(plugin);
    for (const id of needsOf(plugin)) {
      const provider = providers.get(id);
      if (provider) require(provider);
    }
    const points = pointsOf(plugin.extensionPoints).filter((point) => point.neededToServe);
    const adds = (other: AnyPlugin): boolean => pointsOf(other.adds).some(({ id }) => points.some((point) => point.id === id));
    for (const other of order) if (adds(other)) require(other);
  };
  for (const plugin of order) if (plugin.runtimeRoutes || plugin.identify) require(plugin);
  return needed;
}

/** Topological sort, depth first: providers before their dependents, otherwise in list order. */
function sort(plugins: readonly AnyPlugin[], providers: ReadonlyMap<string, AnyPlugin>): { order: AnyPlugin[]; cycles: string[][] } {
  const order: AnyPlugin[] = [];
  const cycles: string[][] = [];
  const done = new Set<AnyPlugin>();
  const path: AnyPlugin[] = [];
  const visit = (plugin: AnyPlugin): void => {
    if (done.has(plugin)) return;
    const at = path.indexOf(plugin);
    if (at >= 0) {
      cycles.push([...path.slice(at), plugin].map(({ name }) => name));
      return;
    }
    path.push(plugin);
    for (const id of needsOf(plugin)) {
      const provider = providers.get(id);
      if (provider) visit(provider);
    }
    path.pop();
    done.add(plugin);
    order.push(plugin);
  };
  for (const plugin of plugins) visit(plugin);
  return { order, cycles };
}
