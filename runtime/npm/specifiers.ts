import { LIMITS } from './bundle.ts';

/** The parts of a manifest that name what can be imported. */
export interface Manifest {
  readonly main?: unknown;
  readonly module?: unknown;
  readonly browser?: unknown;
  readonly exports?: unknown;
  readonly license?: unknown;
  readonly licenses?: unknown;
  readonly sideEffects?: unknown;
  readonly gypfile?: unknown;
  readonly dependencies?: unknown;
}

/** What can be imported of a package: its import specifier, and the file; null: what the resolver makes of its name. */
export interface Importable {
  readonly specifier: string;
  readonly file: string | null;
}

const CONDITIONS = ['browser', 'import', 'module', 'production', 'default', 'style'];
const CODE = /\.(?:[cm]?jsx?|json)$/;
const LOADED = /\.(?:[cm]?jsx?|json|css)$/;
/** Files that packages without `exports` have besides their modules. */
const NO_MODULES =
  /(?:^|\/)(?:__\w+__|tests?|spec|examples?|demo|docs?|benchmarks?|scripts|bin|umd|types)\/|\.(?:test|spec|min|config|stories)\.|(?:^|\/)\.|(?:^|\/)(?:package|[jt]sconfig[\w.-]*|biome)\.json$/;

/** Shown to people and to models. */
const SPECIFIER = /^[\w@.~/+-]{1,200}$/;

/** All import specifiers of a package, the one of its name first. */
export function importables(name: string, manifest: Manifest, files: readonly string[]): readonly Importable[] {
  const all = manifest.exports == null ? fromFiles(name, manifest, files) : fromExports(name, manifest.exports, files);
  const known = new Map<string, Importable>();
  for (const one of all)
    if (SPECIFIER.test(one.specifier) && !known.has(one.specifier) && one.specifier !== `${name}/package.json`)
      known.set(one.specifier, one);
  const main = known.get(name);
  return [...new Set([...(main === undefined ? [] : [main]), ...known.values()])].slice(0, LIMITS.entries);
}

function fromFiles(name: string, manifest: Manifest, files: readonly string[]): Importable[] {
  const hasMain = ['main', 'module', 'browser'].some((field) => typeof manifest[field as keyof Manifest] === 'string');
  const main = hasMain || files.some((file) => /^index\.[cm]?jsx?$/.test(file)) ? [{ specifier: name, file: null }] : [];
  const sheets = files.filter((file) => file.endsWith('.css'));
  const modules = files.filter((file) => CODE.test(file) && !NO_MODULES.test(file) && plain(file) !== 'index');
  // A package with hundreds of files and one main file is imported by its name.
  return [...main, ...[...sheets, ...modules].map((file) => ({ specifier: `${name}/${plain(file)}`, file }))];
}

/** `lib/a.js` is imported as `lib/a`, `lib/index.js` as `lib`. */
function plain(file: string): string {
  return file.endsWith('.css') || file.endsWith('.json') ? file : file.replace(/\.[cm]?jsx?$/, '').replace(/\/index$/, '');
}

function fromExports(name: string, exported: unknown, files: readonly string[]): Importable[] {
  const isMap = typeof exported === 'object' && exported !== null && !Array.isArray(exported);
  const paths: Readonly<Record<string, unknown>> =
    isMap && Object.keys(exported).some((key) => key.startsWith('.')) ? (exported as Record<string, unknown>) : { '.': exported };
  return Object.entries(paths).flatMap(([path, value]) => {
    const target = targetOf(value, CONDITIONS) ?? targetOf(value, [...CONDITIONS, 'require']);
    if (target === null || (path !== '.' && !path.startsWith('./'))) return [];
    const specifier = path === '.' ? name : `${name}/${path.slice(2)}`;
    if (path.includes('*') || path.endsWith('/')) return fromPattern(specifier, target, files);
    const file = target.replace(/^\.\//, '');
    return LOADED.test(file) && files.includes(file) ? [{ specifier, file }] : [];
  });
}

/** `./*` → `./dist/*.js`; a folder, `./lib/`, is what `./lib/*` is. */
function fromPattern(specifier: string, target: string, files: readonly string[]): Importable[] {
  const [name, aim] = specifier.includes('*') ? [specifier, target] : [`${specifier}*`, `${target}*`];
  const [start = '', end = ''] = aim.replace(/^\.\//, '').split('*');
  return files.flatMap((file) => {
    if (!file.startsWith(start) || !file.endsWith(end) || file.length < start.length + end.length) return [];
    if (!LOADED.test(file) || NO_MODULES.test(file)) return [];
    return { specifier: name.replace('*', file.slice(start.length, file.length - end.length)), file };
  });
}

/** The path of an export in a browser, as Node reads conditions: the first that holds. */
function targetOf(value: unknown, conditions: readonly string[]): string | null {
  if (typeof value === 'string') return value.startsWith('./') ? value : null;
  if (Array.isArray(value)) return value.map((one) => targetOf(one, conditions)).find((found) => found !== null) ?? null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [condition, inner] of Object.entries(value)) {
    const found = conditions.includes(condition) ? targetOf(inner, conditions) : null;
    if (found !== null) return found;
  }
  return null;
}

/** The licence that a manifest states; null when it states none. */
export function licenceOf({ license, licenses }: Manifest): string | null {
  const named = [license, ...(Array.isArray(licenses) ? (licenses as unknown[]) : [])].map((one) =>
    typeof one === 'object' && one !== null && 'type' in one ? one.type : one,
  );
  const stated = named.filter((one): one is string => typeof one === 'string' && one !== '' && !/^(?:see license|unlicensed)/i.test(one));
  return stated.length === 0 ? null : [...new Set(stated)].join(' OR ').slice(0, 100);
}
