import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AnyPlugin, BootFailure, type BootProblem, messageOf } from '../kernel/index.ts';
import type { PluginFolder } from './folder.ts';
import { secondCopies } from './host-packages.ts';
import { importListed } from './listed.ts';

/** The loaded plugins, and the problems of those that failed to load. */
export interface LoadedPlugins {
  readonly plugins: AnyPlugin[];
  readonly problems: BootProblem[];
}

/** A plugin to load: its name for the operator, its import, and where its own imports are resolved from. */
interface Source {
  readonly name: string;
  /** Null for a plugin of the workspace: it resolves the host's packages anyway. */
  base(): string | null;
  import(): Promise<unknown>;
}

/** Loads plugins by package name, or by a path that starts with a dot or slash. Throws `BootFailure` with all that fail to load. */
export async function loadPlugins(names: readonly string[]): Promise<AnyPlugin[]> {
  const { plugins, problems } = await loadSources(names.map(listed));
  if (problems.length > 0) throw new BootFailure(problems);
  return plugins;
}

/** Loads the bundled plugins, those of `PLUGINS`, and those that the operator installed; collects the problems. */
export async function tryPlugins(names: readonly string[], more: readonly string[], folder: PluginFolder): Promise<LoadedPlugins> {
  const { found, problems } = readFolder(folder);
  const given = more.filter((name) => !names.includes(name));
  const loaded = await loadSources([...[...new Set(names)].map(listed), ...given.map(foreign), ...found]);
  return { plugins: loaded.plugins, problems: [...problems, ...loaded.problems] };
}

function readFolder(folder: PluginFolder): { readonly found: readonly Source[]; readonly problems: readonly BootProblem[] } {
  try {
    const names = folder.plugins;
    if (names.length > 0) folder.link();
    const missing = names.filter((name) => !folder.manifestOf(name));
    const problems = missing.map((name) => ({
      plugin: name,
      problem: 'It is not installed.',
      remedy: `Add it again, or remove it with \`npm run plugin -- remove ${name}\`.`,
    }));
    return { found: names.filter((name) => !missing.includes(name)).map((name) => installed(name, folder)), problems };
  } catch (error) {
    const problem = `The plugins in ${folder.path} cannot be read: ${messageOf(error)}.`;
    return { found: [], problems: [{ plugin: null, problem, remedy: 'Let Sayso read and write this folder, or delete it.' }] };
  }
}

function addressOf(name: string): string {
  return /^[./]/.test(name) ? pathToFileURL(resolve(name)).href : name;
}

const listed = (name: string): Source => ({ name, base: () => null, import: () => importListed(addressOf(name)) });

const foreign = (name: string): Source => ({
  name,
  base: () => import.meta.resolve(addressOf(name)),
  import: () => import(addressOf(name)),
});

const installed = (name: string, folder: PluginFolder): Source => ({
  name,
  base: () => pathToFileURL(`${folder.packageFolder(name)}/package.json`).href,
  import: () => folder.import(name),
});

async function loadSources(sources: readonly Source[]): Promise<LoadedPlugins> {
  const problems: BootProblem[] = [];
  const plugins: AnyPlugin[] = [];
  for (const source of sources) {
    const { name } = source;
    try {
      const base = source.base();
      const copies = base === null ? [] : secondCopies(base);
      for (const copy of copies) {
        problems.push({
          plugin: name,
          problem: `It has a copy of ${copy.name} of its own, in ${copy.folder}.`,
          remedy: `List ${copy.name} in its peerDependencies, not in its dependencies, and install it with \`npm run plugin -- add\`.`,
        });
      }
      if (copies.length > 0) continue;
      const { default: plugin } = (await source.import()) as { default?: AnyPlugin };
      if (typeof plugin?.name === 'string' && typeof plugin.start === 'function') plugins.push(plugin);
      else problems.push({ plugin: name, problem: 'Its default export is no plugin.', remedy: 'Export `definePlugin({ … })` as default.' });
    } catch (error) {
      problems.push({ plugin: name, ...explain(name, error) });
    }
  }
  return { plugins, problems };
}

/** Translates Node's import errors for operators. */
function explain(name: string, error: unknown): Omit<BootProblem, 'plugin'> {
  const problem = `It cannot be loaded: ${messageOf(error)}.`;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING' || code === 'ERR_UNKNOWN_FILE_EXTENSION') {
    return {
      problem: 'It holds TypeScript sources, which Node does not run in an installed package.',
      remedy: 'Build it to JavaScript (in a plugin of `npm create sayso-plugin`: `npm run build`), then add it again.',
    };
  }
  if (messageOf(error).includes(`package '${name}'`)) return { problem, remedy: 'Install it, or take it out of the list.' };
  if (code === 'ERR_MODULE_NOT_FOUND') {
    return { problem, remedy: 'Build it before it is added, and list in its dependencies every package that it imports.' };
  }
  return { problem, remedy: 'Correct it, or take it out of the list.' };
}
