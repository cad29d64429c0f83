import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { INTERNAL_PACKAGES, PACKAGES } from '../compile/allowed.ts';
import type { Libraries } from '../compile/libraries.ts';
import { ON_DEMAND, packageOf, STAND_INS, STYLE_SHEETS } from '../packages/catalogue.ts';
import { buildSet, type Entries } from './bundle-set.ts';

const ROOT = new URL('../', import.meta.url);
const require = createRequire(import.meta.url);
/** One copy for all: what each app may load without these packages. */
const EXTERNAL = Object.keys({ ...PACKAGES, ...INTERNAL_PACKAGES });
const PICTURE_TYPES: Readonly<Record<string, string>> = { png: 'image/png', gif: 'image/gif', svg: 'image/svg+xml' };

export interface OnDemand {
  readonly libraries: Pick<Libraries, 'onDemand' | 'impure' | 'sheets'>;
  readonly vendor: Libraries['vendor'];
}

/** The sources of packages: stand-ins where there are any. */
export function withStandIns(packages: Entries): Entries {
  return Object.fromEntries(Object.entries(packages).map(([specifier, format]) => [specifier, standIn(specifier) ?? format]));
}

function standIn(specifier: string): { readonly file: string } | null {
  const path = Object.hasOwn(STAND_INS, specifier) ? STAND_INS[specifier] : undefined;
  return path === undefined ? null : { file: fileURLToPath(new URL(path, ROOT)) };
}

/**
 * Builds the packages that only some apps load, into the folders of the others: each has files of its own, and some that it shares with
 * packages that need the same.
 */
export async function buildOnDemand(target: string): Promise<OnDemand> {
  const options = { entries: withStandIns(ON_DEMAND), external: EXTERNAL };
  const preview = await buildSet({
    ...options,
    folder: `${target}/lib`,
    mode: 'development',
    minify: true,
    prefix: 'package-',
    // Of 60 small modules, each of its components needs up to 20.
    shared: {
      'floating-parts': (id) => /[\\/]node_modules[\\/]@floating-ui[\\/]/.test(id),
      'radix-parts': (id) => /[\\/]node_modules[\\/]@radix-ui[\\/]/.test(id),
    },
  });
  const published = await buildSet({
    ...options,
    folder: `${target}/vendor`,
    mode: 'production',
    minify: false,
    // An app bundles the functions that it uses.
    separate: (id) => id.includes('/node_modules/lodash-es/'),
  });
  await Promise.all([mkdir(`${target}/names`), mkdir(`${target}/sheets`)]);
  const onDemand = await Promise.all(
    Object.entries(preview.files).map(async ([specifier, file]) => {
      const names = await writeNamed(`${target}/names`, JSON.stringify(preview.exports[specifier] ?? []), '.json');
      return [specifier, { file, names }] as const;
    }),
  );
  const libraries = { onDemand: Object.fromEntries(onDemand), impure: published.impure, sheets: await styleSheets(`${target}/sheets`) };
  return { libraries, vendor: published.files };
}

/** Style sheets, which are added to those of the apps that import them, with their pictures inside. */
async function styleSheets(folder: string): Promise<Record<string, string>> {
  const files = [...new Set(Object.values(STYLE_SHEETS))];
  const written = files.map(async (file) => {
    const path = join(packageFolder(packageOf(file)), ...file.slice(packageOf(file).length).split('/'));
    return [file, await writeNamed(folder, await inlined(await readFile(path, 'utf8'), dirname(path)), '.css')] as const;
  });
  return Object.fromEntries(await Promise.all(written));
}

/** Pictures as data URLs, because the sheet becomes a part of another one. */
async function inlined(css: string, folder: string): Promise<string> {
  let text = css.replace(/\/\*# sourceMappingURL=.*?\*\//g, '');
  for (const [whole, file = ''] of text.matchAll(/url\(['"]?((?!data:)[^'")]+\.\w+)['"]?\)/g)) {
    const type = PICTURE_TYPES[file.split('.').at(-1) ?? ''];
    if (type === undefined) throw new Error(`"${file}" of a package's style sheet is no picture.`);
    text = text.replaceAll(whole, `url("data:${type};base64,${(await readFile(join(folder, file))).toString('base64')}")`);
  }
  return text;
}

function packageFolder(name: string): string {
  for (const folder of require.resolve.paths(name) ?? []) {
    try {
      return dirname(require.resolve(join(folder, name, 'package.json')));
    } catch {
      // In a folder further up.
    }
  }
  throw new Error(`The package "${name}" is not installed. Run npm install.`);
}

/** Writes a file that is named by its content. */
async function writeNamed(folder: string, text: string, extension: string): Promise<string> {
  const name = `${createHash('sha256').update(text).digest('hex').slice(0, 20)}${extension}`;
  await writeFile(join(folder, name), text);
  return name;
}
