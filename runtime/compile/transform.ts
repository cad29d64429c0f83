import { LRUCache } from 'lru-cache';
import { type EcmaScriptModule, type OxcError, parseSync } from 'oxc-parser';
import { transformSync } from 'oxc-transform';
import { hashOf } from './hash.ts';
import { type Place, placeOf } from './place.ts';

/** An import, re-export or `import()` in the output of one file. */
export interface ModuleRequest {
  readonly specifier: string;
  /** Position of the specifier with its quotes, in the output. Negative: only the text has it, see `foldedAway`. */
  readonly start: number;
  readonly end: number;
  /** Names that the imported module must export; `*` is a namespace import, which requires none. */
  readonly names: readonly string[];
  /** Whether it is an `export * from`. */
  readonly exportsAll: boolean;
}

/** One file as JavaScript. Depends on its text alone, so it is cached by its text. */
export interface Transformed {
  readonly hash: string;
  readonly lang: 'tsx' | 'ts';
  readonly code: string;
  /** The mappings of a source map with this file as its only source. */
  readonly mappings: string;
  readonly requests: readonly ModuleRequest[];
  readonly exports: readonly string[];
  readonly faults: readonly { readonly message: string; readonly place?: Place }[];
  /** The position of a specifier, or of a name imported from it, in the text. */
  placeOf(specifier: string, name?: string): Place | undefined;
}

const MAX_KEPT_CHARACTERS = 8_000_000;
const cache = new LRUCache<string, Transformed>({
  maxSize: MAX_KEPT_CHARACTERS,
  sizeCalculation: ({ code, mappings }, text) => 1000 + text.length + code.length + mappings.length,
});

/** `onWork` is called when the text is not in the cache. */
export function transform(text: string, onWork: () => void): Transformed {
  const known = cache.get(text);
  if (known !== undefined) return known;
  onWork();
  const hash = hashOf(text);
  // TSX everywhere; a service in plain TypeScript may contain syntax that TSX does not permit: `<T>(x) => x` and `<T>x`.
  const asTsx = transformAs('tsx', text, hash);
  const asTs = asTsx.faults.length === 0 ? asTsx : transformAs('ts', text, hash);
  const made = asTs.faults.length === 0 ? asTs : asTsx;
  cache.set(text, made);
  return made;
}

/** A module of a package, which is JavaScript already: what it imports and exports. */
export function readModule(code: string): Transformed {
  const known = packageModules.get(code);
  if (known !== undefined) return known;
  const { module } = parseSync('package.js', code, { lang: 'js', sourceType: 'module' });
  const { requests } = requestsOf(module, code);
  const about = { hash: hashOf(code), lang: 'ts', code, mappings: '', faults: [], placeOf: () => undefined } as const;
  const made = { ...about, requests, exports: exportsOf(module) };
  packageModules.set(code, made);
  return made;
}
const packageModules = new LRUCache<string, Transformed>({
  maxSize: MAX_KEPT_CHARACTERS,
  sizeCalculation: (_made, code) => 1000 + code.length,
});

const READS_SETTINGS = /\b(?:import\.meta|process)\b/;
const READS_LOCATION =
  /\b(?:window|document|globalThis|self)\??\.location\b|(?<![.\w$])location(?:\s*=[^=]|\.(?:href|assign|replace|reload|pathname|search|hash|origin)\b)/;
/** Previews have the address of their app there, see `browser/app-location.ts`. Names that the file declares itself stay. */
const LOCATION = Object.fromEntries(
  ['location', 'window.location', 'document.location', 'globalThis.location', 'self.location'].map((name) => [name, '$location']),
);

function transformAs(lang: 'tsx' | 'ts', text: string, hash: string): Transformed {
  const parse = () => parseSync(`file.${lang}`, text, { lang, sourceType: 'module', showSemanticErrors: true });
  const folds = READS_SETTINGS.test(text) || READS_LOCATION.test(text);
  const output = transformSync(`file.${lang}`, text, {
    lang,
    sourceType: 'module',
    target: 'es2022',
    sourcemap: true,
    jsx: { runtime: 'automatic', development: false, refresh: true },
    typescript: { allowNamespaces: true },
    // It also folds constants, which moves code, so other files go without it.
    ...(folds ? { define: { ...defines('development'), ...LOCATION } } : {}),
  });
  const failed = output.errors.filter(isError);
  if (failed.length > 0) {
    // The transform reports the same errors with less detail.
    const faults = parse().errors.filter(isError);
    const reported = (faults.length > 0 ? faults : failed).slice(0, 10).map((error) => fault(error, text));
    return { hash, lang, code: '', mappings: '', requests: [], exports: [], placeOf: () => undefined, faults: reported };
  }
  const { module } = parseSync('file.js', output.code, { lang: 'js', sourceType: 'module' });
  const { requests, unnamed } = requestsOf(module, output.code);
  return {
    hash,
    lang,
    code: output.code,
    mappings: output.map?.mappings ?? '',
    requests: folds ? [...requests, ...foldedAway(requestsOf(parse().module, text).requests, requests)] : requests,
    exports: exportsOf(module),
    faults: unnamed ? [{ message: 'import() takes a fixed path in quotes.' }] : [],
    placeOf: (specifier, name) => findPlace(parse().module, text, specifier, name),
  };
}

/** What code for Vite and other tools finds in place of its build's settings. Settings of other back ends lead nowhere. */
export function defines(mode: 'development' | 'production'): Record<string, string> {
  const elsewhere = {
    VITE_SUPABASE_URL: 'https://supabase.invalid',
    VITE_FIREBASE_PROJECT_ID: 'none',
    VITE_FIREBASE_AUTH_DOMAIN: 'firebase.invalid',
  };
  const keys = [
    'VITE_BASE44_APP_ID',
    'VITE_SUPABASE_ANON_KEY',
    'VITE_SUPABASE_PUBLISHABLE_KEY',
    'VITE_FIREBASE_API_KEY',
    'VITE_FIREBASE_APP_ID',
  ];
  const isDevelopment = mode === 'development';
  const known = { MODE: mode, DEV: isDevelopment, PROD: !isDevelopment, SSR: false, BASE_URL: '/' };
  const environment = JSON.stringify({ ...known, ...elsewhere, ...Object.fromEntries(keys.map((key) => [key, 'none'])) });
  return {
    'import.meta.env.DEV': String(isDevelopment),
    'import.meta.env.PROD': String(!isDevelopment),
    'import.meta.env': `(${environment})`,
    'process.env.NODE_ENV': JSON.stringify(mode),
    'process.env': `(${JSON.stringify({ NODE_ENV: mode })})`,
  };
}

type Fault = Pick<OxcError, 'message' | 'helpMessage' | 'labels'>;
const isError = ({ severity }: { readonly severity: string }): boolean => severity === 'Error';

function fault(error: Fault, text: string): { readonly message: string; readonly place?: Place } {
  const at = error.labels[0]?.start;
  const message = error.helpMessage === null ? error.message : `${error.message}. ${error.helpMessage}`;
  return at === undefined ? { message } : { message, place: placeOf(text, at) };
}

function requestsOf(module: EcmaScriptModule, code: string): { requests: ModuleRequest[]; unnamed: boolean } {
  const requests: ModuleRequest[] = [];
  for (const { moduleRequest, entries } of module.staticImports) {
    if (entries.length > 0 && entries.every(({ isType }) => isType)) continue;
    const names = entries.map(({ importName: { kind, name } }) =>
      kind === 'NamespaceObject' ? '*' : kind === 'Default' ? 'default' : (name ?? '*'),
    );
    requests.push({ specifier: moduleRequest.value, start: moduleRequest.start, end: moduleRequest.end, names, exportsAll: false });
  }
  const imported = new Set(requests.map(({ start }) => start));
  for (const { entries } of module.staticExports) {
    const from = entries[0]?.moduleRequest;
    // `export { name }` of an imported name has the place of its import.
    if (from == null || imported.has(from.start)) continue;
    const names = entries.map(({ importName: { kind, name } }) => (kind === 'Name' ? (name ?? '*') : '*'));
    const exportsAll = entries.some(({ importName: { kind } }) => kind === 'AllButDefault');
    requests.push({ specifier: from.value, start: from.start, end: from.end, names, exportsAll });
  }
  let unnamed = false;
  for (const { moduleRequest } of module.dynamicImports) {
    const quoted = code.slice(moduleRequest.start, moduleRequest.end);
    const specifier = /^(["'`])([^"'`$\\]*)\1$/.exec(quoted)?.[2];
    if (specifier === undefined) unnamed = true;
    else requests.push({ specifier, start: moduleRequest.start, end: moduleRequest.end, names: ['*'], exportsAll: false });
  }
  return { requests: requests.sort((a, b) => a.start - b.start), unnamed };
}

/**
 * Imports of code that a preview never runs, such as `if (import.meta.env.PROD) import('./visits')`. A published app has other settings, and
 * bundles the text.
 */
function foldedAway(ofText: readonly ModuleRequest[], ofOutput: readonly ModuleRequest[]): ModuleRequest[] {
  const kept = new Set(ofOutput.map(({ specifier }) => specifier));
  return ofText.filter(({ specifier }) => !kept.has(specifier)).map((request, at) => ({ ...request, start: -1 - at, end: -1 - at }));
}

function exportsOf(module: EcmaScriptModule): string[] {
  return module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName: { kind, name } }) =>
      kind === 'Default' ? ['default'] : kind === 'Name' && name !== null ? [name] : [],
    ),
  );
}

function findPlace(module: EcmaScriptModule, text: string, specifier: string, name?: string): Place | undefined {
  const imports = module.staticImports.filter(({ moduleRequest }) => moduleRequest.value === specifier);
  if (name !== undefined)
    for (const { entries } of imports)
      for (const { importName, localName } of entries)
        if (importName.name === name || (name === 'default' && importName.kind === 'Default'))
          return placeOf(text, importName.start ?? localName.start);
  const first = imports[0]?.moduleRequest.start ?? exportPlace(module, specifier) ?? text.indexOf(specifier);
  return first < 0 ? undefined : placeOf(text, first);
}

function exportPlace(module: EcmaScriptModule, specifier: string): number | undefined {
  for (const { entries } of module.staticExports)
    for (const { moduleRequest } of entries) if (moduleRequest?.value === specifier) return moduleRequest.start;
  return undefined;
}
