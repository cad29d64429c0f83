import { readFile } from 'node:fs/promises';
import { basename, dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { kitSpecifier } from './allowed.ts';
import { type Files, isCode } from './sources.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const BLOCK = '@/components/blocks/';
/** Modules whose import specifiers differ from their file names. */
const SPECIFIERS: Readonly<Record<string, string>> = { 'sdk/auth.ts': '@/auth', 'sdk/navigation.ts': '@/utils' };

/**
 * Copies a block's source into the app as a component, including its lazy modules, and rewrites the app's imports to it.
 */
export async function ejectBlock(files: Files, block: string): Promise<Files> {
  const sources = await readSources(block);
  const paths = new Map<string, string>();
  for (const file of sources.keys())
    paths.set(file, freePath(nameOf(file, sources), { ...files, ...Object.fromEntries([...paths.values()].map((path) => [path, ''])) }));
  const [own = ''] = paths.values();
  const rewritten = Object.entries(files).map(([path, text]) => {
    const changed = isCode(path) ? withSpecifiers(path, text, (specifier) => (isBlock(specifier, block) ? `@/${own}` : specifier)) : text;
    return [path, changed] as const;
  });
  const ejected = [...sources].map(([file, text]) => {
    const target = (specifier: string) => (specifier.startsWith('.') ? specifierOf(resolve(dirname(file), specifier), paths) : specifier);
    return [paths.get(file) ?? '', withSpecifiers(file, text, target)] as const;
  });
  return Object.fromEntries([...rewritten, ...ejected]);
}

/** The files of a block: its own first, then those in `lazy` that it loads on demand. */
async function readSources(block: string): Promise<ReadonlyMap<string, string>> {
  const sources = new Map<string, string>();
  const add = async (path: string): Promise<void> => {
    const text = await readFile(path, 'utf8');
    sources.set(path, text);
    for (const { value } of specifiersOf(path, text)) {
      const target = resolve(dirname(path), value);
      if (value.startsWith('.') && basename(dirname(target)) === 'lazy' && !sources.has(target)) await add(target);
    }
  };
  await add(resolve(ROOT, 'blocks', `${block}.tsx`));
  return sources;
}

interface Specifier {
  readonly value: string;
  /** Start and end of the specifier, without quotes. */
  readonly start: number;
  readonly end: number;
}

/** All modules that a file imports, re-exports or imports dynamically. */
function specifiersOf(path: string, text: string): readonly Specifier[] {
  const { module } = parseSync(/\.tsx?$/.test(path) ? path : `${path}.tsx`, text);
  const spans = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest ?? [])),
    ...module.dynamicImports.map(({ moduleRequest }) => moduleRequest),
  ];
  const starts = new Map(spans.map(({ start, end }) => [start, { start: start + 1, end: end - 1, value: text.slice(start + 1, end - 1) }]));
  return [...starts.values()].sort((a, b) => a.start - b.start);
}

function withSpecifiers(path: string, text: string, change: (specifier: string) => string): string {
  return specifiersOf(path, text).reduceRight(
    (done, { start, end, value }) => done.slice(0, start) + change(value) + done.slice(end),
    text,
  );
}

const isBlock = (specifier: string, block: string): boolean => specifier.replace(/\.tsx?$/, '') === BLOCK + block;

/** The import specifier by which an app imports a file of this package. */
function specifierOf(file: string, ejected: ReadonlyMap<string, string>): string {
  const component = ejected.get(file);
  if (component !== undefined) return `@/${component}`;
  const path = relative(ROOT, file).replaceAll('\\', '/');
  const [folder, name = ''] = path.replace(/\.tsx?$/, '').split('/');
  if (folder === 'kit') return kitSpecifier(name);
  return folder === 'blocks' ? BLOCK + name : (SPECIFIERS[path] ?? path);
}

/** `DataTable` for the block's own file, after its component; `ChartView` for `lazy/chart-view.tsx`. */
function nameOf(file: string, sources: ReadonlyMap<string, string>): string {
  const exported = /^export function ([A-Z]\w*)/m.exec(sources.get(file) ?? '')?.[1];
  const named = basename(file, '.tsx').replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  return file.includes('lazy') ? named : (exported ?? named);
}

function freePath(name: string, files: Files): string {
  const taken = new Set(Object.keys(files).map((path) => path.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const path = `components/${name}${number === 1 ? '' : number}`;
    if (!taken.has(path.toLowerCase())) return path;
  }
}
