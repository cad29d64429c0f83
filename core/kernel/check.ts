import type { AnyPlugin } from './adapters.ts';
import type { BootProblem } from './errors.ts';
import { jobProblems } from './jobs.ts';
import { limitProblems } from './limits.ts';
import { needsOf, pointProblems } from './points.ts';

const NAME = /^[a-z][a-z0-9-]*$/;
const NAME_REMEDY = 'Use lower case letters, digits and dashes.';
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
  const providers = providersOf(plugins);
  const { order, cycles } = sort(plugins, providers);
  const problems = [
    ...plugins.flatMap((plugin, at) => [
      ...nameProblems(plugin, plugins.slice(0, at)),
      ...contractProblems(plugin),
      ...migrationProblems(plugin),
      ...limitProblems(plugin),
      ...jobProblems(plugin),
      ...providerProblems(plugin, plugins.slice(0, at)),
    ]),
    ...plugins.flatMap((plugin) => missingServices(plugin, (id) => providers.has(id) || provided?.has(id) === true)),
    ...pointProblems(plugins, providers, additions),
    ...cycles.map((cycle) => ({
      plugin: cycle[0] ?? null,
      problem: `It needs itself in a circle: ${cycle.join(' → ')}.`,
      remedy: 'Break the circle, for example with an event or with `on`.',
    })),
  ];
  return { order, problems };
}

/** The first plugin that provides each service, by ref id. */
function providersOf(plugins: readonly AnyPlugin[]): Map<string, AnyPlugin> {
  const providers = new Map<string, AnyPlugin>();
  for (const plugin of plugins) {
    const id = plugin.provides?.id;
    if (id !== undefined && !providers.has(id)) providers.set(id, plugin);
  }
  return providers;
}

function nameProblems({ name }: AnyPlugin, earlier: readonly AnyPlugin[]): BootProblem[] {
  const isTaken = earlier.some((other) => other.name === name);
  return [
    ...problemIf(!NAME.test(name), name, `The name "${name}" is not allowed.`, NAME_REMEDY),
    ...problemIf(isTaken, name, 'It is listed twice, or two plugins share this name.', 'Remove or rename one of them.'),
  ];
}

function contractProblems({ name, contract }: AnyPlugin): BootProblem[] {
  return problemIf(
    contract !== CONTRACT,
    name,
    `It was written for version ${String(contract)} of the plugin contract; this host speaks version ${CONTRACT}.`,
    'Install a release of the plugin for this version of Sayso.',
  );
}

function migrationProblems({ name, migrations }: AnyPlugin): BootProblem[] {
  const steps = ((migrations ?? []) as readonly { readonly name: string }[]).map((step) => step.name);
  return steps.flatMap((step, at) => [
    ...problemIf(!NAME.test(step), name, `The name of its migration "${step}" is not allowed.`, NAME_REMEDY),
    ...problemIf(steps.indexOf(step) !== at, name, `Two of its migrations are named "${step}".`, 'Rename the newer one.'),
  ]);
}

function providerProblems({ name, provides }: AnyPlugin, earlier: readonly AnyPlugin[]): BootProblem[] {
  const other = earlier.find((one) => provides !== undefined && one.provides?.id === provides.id);
  const problem = `It provides "${provides?.id}", which the plugin "${other?.name}" provides too.`;
  return problemIf(other !== undefined, name, problem, 'Remove one of the two.');
}

function missingServices(plugin: AnyPlugin, isProvided: (id: string) => boolean): BootProblem[] {
  const missing = needsOf(plugin).filter((id) => !isProvided(id));
  const remedy = 'Add the plugin that provides it.';
  return missing.map((id) => ({ plugin: plugin.name, problem: `It needs "${id}", which no plugin provides.`, remedy }));
}

function problemIf(isProblem: boolean, plugin: string, problem: string, remedy: string): BootProblem[] {
  return isProblem ? [{ plugin, problem, remedy }] : [];
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
