import { withBundles } from '../compile/package-sources.ts';
import { isCode, isServerFunction } from '../compile/sources.ts';
import type { AllowedPackage, AllowedPackages, AppSources, BundleEdition } from '../ref.ts';

/** The sources of an app with the bundles of the allowed packages that it imports. `isUse`: the app is shown or published with them. */
export async function withAllowed(
  sources: AppSources,
  edition: BundleEdition,
  allowed: AllowedPackages | null,
  { isUse = false }: { readonly isUse?: boolean } = {},
): Promise<AppSources> {
  if (allowed === null) return sources;
  const usual = importedUsual(sources.files, allowed.usual());
  const late = usual.length === 0 ? NONE : await allowed.obtain(usual, sources.appId);
  const known = allowed.list();
  if (known.length === 0 && late.size === 0) return sources;
  const imported = known.filter(({ name }) => importsName(sources.files, name));
  if (isUse)
    allowed.used(
      sources.appId,
      imported.map(({ name }) => name),
      edition,
    );
  const names = withUsed(imported, known);
  const bundles = await Promise.all(names.map(async (name) => [name, await allowed.bundle(name, edition)] as const));
  return withBundles(sources, new Map(bundles.flatMap(([name, text]) => (text === null ? [] : [[name, text]]))), late);
}
const NONE: ReadonlyMap<string, string> = new Map();

/** Of these packages, those that code imports: names alone are also texts, such as the name of a payment method. */
function importedUsual(files: AppSources['files'], usual: readonly string[]): readonly string[] {
  if (usual.length === 0) return [];
  const names = usual.map((name) => name.replace(/[.]/g, '\\.')).join('|');
  const imports = new RegExp(
    `(?:\\bfrom|\\bimport|\\brequire)\\s*\\(?\\s*['"](?:npm:/?|https://[\\w.]+/(?:npm[/:]|v\\d+/|stable/)?)?(${names})(?=['"/@?])`,
    'g',
  );
  const code = Object.entries(files).filter(([path]) => isCode(path) || isServerFunction(path));
  return [...new Set(code.flatMap(([, text]) => [...text.matchAll(imports)].map(([, name = '']) => name)))].sort();
}

/** Whether the code names a package in quotes: a bundle more costs little, and parsing here would cost more. */
function importsName(files: AppSources['files'], name: string): boolean {
  // In functions, as Deno writes it.
  const quoted = ['', 'npm:', 'npm:/'].flatMap((before) => [`'${before}${name}`, `"${before}${name}`]);
  const isNamed = (text: string) =>
    quoted.some((start) => text.includes(start)) || (text.includes(`/${name}`) && text.includes('https://'));
  return Object.entries(files).some(([path, text]) => isNamed(text) && (isCode(path) || isServerFunction(path)));
}

/** With the packages that these import. */
function withUsed(imported: readonly AllowedPackage[], known: readonly AllowedPackage[]): readonly string[] {
  const byName = new Map(known.map((one) => [one.name, one]));
  const names = new Set(imported.map(({ name }) => name));
  for (const name of names) for (const other of byName.get(name)?.uses ?? []) if (byName.has(other)) names.add(other);
  return [...names].sort();
}
