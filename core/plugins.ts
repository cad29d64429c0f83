import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AnyPlugin, BootFailure, type BootProblem, messageOf } from './kernel/index.ts';

const ROOT = join(import.meta.dirname, '..');

/** The packages of the plugins that come along, from `sayso.plugins` of the root package.json. */
export function listedPlugins(): string[] {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { sayso?: { plugins?: string[] } };
  return manifest.sayso?.plugins ?? [];
}

/** Loads plugins by package name, or by a path that starts with a dot or slash. Throws `BootFailure` naming all that will not load. */
export async function loadPlugins(names: readonly string[]): Promise<AnyPlugin[]> {
  const { plugins, problems } = await tryPlugins(names);
  if (problems.length > 0) throw new BootFailure(problems);
  return plugins;
}

/** The same, with what will not load beside what does. */
export async function tryPlugins(names: readonly string[]): Promise<{ plugins: AnyPlugin[]; problems: BootProblem[] }> {
  const problems: BootProblem[] = [];
  const plugins: AnyPlugin[] = [];
  for (const name of new Set(names)) {
    try {
      const address = /^[./]/.test(name) ? pathToFileURL(resolve(name)).href : name;
      const { default: plugin } = (await import(address)) as { default?: AnyPlugin };
      if (typeof plugin?.name === 'string' && typeof plugin.start === 'function') plugins.push(plugin);
      else problems.push({ plugin: name, problem: 'Its default export is no plugin.', remedy: 'Export `definePlugin({ … })` as default.' });
    } catch (error) {
      const missing = messageOf(error).includes(`package '${name}'`);
      const remedy = missing ? 'Install it, or take it out of the list.' : 'Correct it, or take it out of the list.';
      problems.push({ plugin: name, problem: `It cannot be loaded: ${messageOf(error)}.`, remedy });
    }
  }
  return { plugins, problems };
}
