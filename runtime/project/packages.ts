import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parseSync } from 'oxc-parser';
import type { Graph, GraphModule } from '../compile/graph.ts';
import type { Libraries } from '../compile/libraries.ts';
import { bundledKey, packageAt } from '../compile/package-bundles.ts';
import { missingIn } from '../compile/packages.ts';
import { ON_DEMAND, packageOf, STAND_INS } from '../packages/catalogue.ts';

const require = createRequire(import.meta.url);
/** What our own packages are made with. */
const MADE_WITH: Readonly<Record<string, string>> = { html2canvas: 'html-to-image', 'react-leaflet': 'leaflet' };
const SHEET = '$sheet/';

/** The npm packages that the app imports besides those of every project. */
export function packagesOf(graph: Graph): readonly string[] {
  const imported = [...graph.values()].flatMap(({ requests }) =>
    requests.flatMap(({ to, specifier }) => {
      if (to.kind === 'library') return Object.hasOwn(ON_DEMAND, to.specifier) ? packageOf(to.specifier) : [];
      return to.key.startsWith(SHEET) ? packageOf(sheetSpecifier(specifier, to.key)) : [];
    }),
  );
  return [...new Set(imported.map((name) => MADE_WITH[name] ?? name))];
}

/** The exact versions of the packages that an administrator allowed and the app imports. */
export function allowedVersions(graph: Graph, libraries: Libraries): Readonly<Record<string, string>> {
  const found = [...graph.values()]
    .flatMap(({ isFile, requests }) => (isFile ? requests : []))
    .flatMap(({ to, specifier }) => {
      const key = to.kind === 'module' ? (missingIn(to.key) === null ? to.key : bundledKey(specifier, libraries)) : null;
      return (key === null ? null : packageAt(key, libraries)) ?? [];
    });
  return Object.fromEntries(found.map(({ name, version }) => [name, version]).sort());
}

/** The installed version of a package, exactly; with its name when it is installed under another one. */
export async function installed(name: string): Promise<string> {
  for (const folder of require.resolve.paths(name) ?? []) {
    const text = await readFile(`${folder}/${name}/package.json`, 'utf8').catch(() => null);
    if (text === null) continue;
    const { name: own, version } = JSON.parse(text) as { readonly name: string; readonly version: string };
    return own === name ? version : `npm:${own}@${version}`;
  }
  throw new Error(`The package "${name}" is not installed. Run npm install.`);
}

export interface ModuleText extends Pick<GraphModule, 'requests'> {
  readonly lang: 'tsx' | 'ts';
  readonly text: string;
}

/** A module as the project has it: packages by the names under which npm has them, and our stand-ins by their paths. */
export function projectText({ lang, text, requests }: ModuleText): string {
  const changes = new Map(requests.map(({ specifier, to }) => [specifier, projectSpecifier(specifier, to)]));
  if ([...changes].every(([from, to]) => from === to)) return text;
  const { module } = parseSync(`file.${lang}`, text, { lang, sourceType: 'module' });
  const spans = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest ?? [])),
    ...module.dynamicImports.map(({ moduleRequest }) => moduleRequest),
  ];
  const starts = [...new Map(spans.map(({ start, end }) => [start, end]))].sort(([a], [b]) => b - a);
  return starts.reduce((done, [start, end]) => {
    const changed = changes.get(text.slice(start + 1, end - 1));
    return changed === undefined ? done : done.slice(0, start + 1) + changed + done.slice(end - 1);
  }, text);
}

/** Whether a generated module is for an import of a package. */
export function isPackageModule(key: string): boolean {
  return /^\$(?:member|missing|absent)\//.test(key);
}

function projectSpecifier(specifier: string, to: GraphModule['requests'][number]['to']): string {
  if (to.kind === 'module') {
    if (to.key.startsWith(SHEET)) return sheetSpecifier(specifier, to.key);
    return isPackageModule(to.key) ? `@/${to.key}` : specifier;
  }
  const standIn = Object.hasOwn(STAND_INS, to.specifier) ? STAND_INS[to.specifier] : undefined;
  if (standIn !== undefined) return `@/sayso/${standIn.replace(/\.tsx?$/, '')}`;
  return specifier.startsWith('@/') || specifier.startsWith('.') ? specifier : to.specifier;
}

/** The package's own path of a style sheet, unless it is the sheet of another package. */
function sheetSpecifier(specifier: string, key: string): string {
  const sheet = key.slice(SHEET.length);
  return packageOf(sheet) === packageOf(specifier) && !specifier.endsWith('.min.css') ? specifier : sheet;
}
