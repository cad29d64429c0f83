import { readdir, readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Scanner } from '@tailwindcss/oxide';
import { kitSpecifier } from '../compile/allowed.ts';

const KIT = new URL('../kit/', import.meta.url);
const BLOCKS = new URL('../blocks/', import.meta.url);

/** Import specifier of generated code → file of this package. */
export type ComponentEntries = Readonly<Record<string, { readonly file: string }>>;

/** The kit: `use-…` files are hooks, `cn` is `@/lib/utils`, the others are UI. */
export const kitEntries = (): Promise<ComponentEntries> => entriesIn(KIT, kitSpecifier);

/** The blocks: each file directly in the folder. Files in subfolders are internal. */
export const blockEntries = (): Promise<ComponentEntries> => entriesIn(BLOCKS, (name) => `@/components/blocks/${name}`);

async function entriesIn(folder: URL, specifierOf: (name: string) => string): Promise<ComponentEntries> {
  const names = (await readdir(folder)).filter((name) => /^[\w-]+\.tsx?$/.test(name));
  return Object.fromEntries(
    names.map((name) => [specifierOf(name.replace(/\.tsx?$/, '')), { file: fileURLToPath(new URL(name, folder)) }]),
  );
}

/** Per component, the candidates for Tailwind classes, including those of all files that it imports by path, statically or dynamically. */
export async function componentCandidates(entries: ComponentEntries): Promise<Record<string, string[]>> {
  const texts = new Map<string, string>();
  const collect = async (file: string, seen: Set<string>): Promise<Set<string>> => {
    if (seen.has(file)) return seen;
    seen.add(file);
    const text = texts.get(file) ?? (await readFile(file, 'utf8'));
    texts.set(file, text);
    for (const [, imported = ''] of text.matchAll(/(?:from\s+|import\()['"](\.[^'"]+\.tsx?)['"]/g))
      await collect(resolve(dirname(file), imported), seen);
    return seen;
  };
  const candidates: Record<string, string[]> = {};
  for (const [specifier, { file }] of Object.entries(entries)) {
    const content = [...(await collect(file, new Set()))].map((path) => texts.get(path)).join('\n');
    candidates[specifier] = new Scanner({ sources: [] }).scanFiles([{ content, extension: 'tsx' }]).sort();
  }
  return candidates;
}
