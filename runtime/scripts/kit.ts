import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Scanner } from '@tailwindcss/oxide';

const KIT = new URL('../kit/', import.meta.url);

/** Import specifier of generated code → file of the kit. `use-…` files are hooks, `cn` is `@/lib/utils`, the others are UI. */
export async function kitEntries(): Promise<Record<string, { readonly file: string }>> {
  const names = (await readdir(KIT)).filter((name) => /^[\w-]+\.tsx?$/.test(name));
  return Object.fromEntries(names.map((name) => [kitSpecifier(name.replace(/\.tsx?$/, '')), { file: fileURLToPath(new URL(name, KIT)) }]));
}

/** How generated code names a file of the kit. */
export function kitSpecifier(name: string): string {
  if (name === 'cn') return '@/lib/utils';
  return name.startsWith('use-') ? `@/hooks/${name}` : `@/components/ui/${name}`;
}

/** Per piece of the kit the words that may be classes, those of the pieces it imports included. */
export async function kitCandidates(entries: Readonly<Record<string, { readonly file: string }>>): Promise<Record<string, string[]>> {
  const texts = new Map<string, string>();
  for (const [specifier, { file }] of Object.entries(entries)) texts.set(specifier, await readFile(file, 'utf8'));
  const collect = (specifier: string, seen: Set<string>): Set<string> => {
    const text = texts.get(specifier);
    if (text === undefined || seen.has(specifier)) return seen;
    seen.add(specifier);
    for (const [, imported = ''] of text.matchAll(/from\s+['"]([^'"]+)['"]/g))
      collect(imported.startsWith('./') ? kitSpecifier(imported.slice(2).replace(/\.tsx?$/, '')) : imported, seen);
    return seen;
  };
  return Object.fromEntries(
    [...texts.keys()].map((specifier) => {
      const content = [...collect(specifier, new Set())].map((part) => texts.get(part)).join('\n');
      return [specifier, new Scanner({ sources: [] }).scanFiles([{ content, extension: 'tsx' }]).sort()];
    }),
  );
}
