import { dirname, join, normalize } from 'node:path/posix';
import { parseSync } from 'oxc-parser';

/** A forbidden import. */
export interface Violation {
  readonly file: string;
  readonly rule: string;
}

interface Import {
  readonly from: string;
  /** The specifier as written. */
  readonly to: string;
  /** The resolved file of a relative specifier, relative to the root of the repository. */
  readonly target: string | null;
  readonly typesOnly: boolean;
  /** `import()`: loaded later, so it does not count for cycles. */
  readonly isDynamic: boolean;
}

/** `ports` has the interfaces of the adapters. */
const ADAPTERS = ['ports', 'store', 'blobs', 'jobs', 'events', 'graph', 'http', 'workers', 'config', 'kernel', 'limits', 'queues'];
/** Tests and their helpers. */
const isTest = (file: string): boolean => /\.(test|suite|types)\.tsx?$|\/(test|testing|mock|fixtures)\//.test(file);

/** Returns why an import is forbidden, or null. */
type Rule = (one: Import) => string | null;

/** Exempt: tooling, and tests that run the suites of adapters on real servers. */
const stayInside: Rule = ({ from, target }) =>
  target !== null &&
  !/^(vitest\.config\.ts$|test\/product\.ts$|scripts\/|test\/(bench|services|loss)\/)/.test(from) &&
  packageOf(target) !== packageOf(from)
    ? `leaves its package by a relative path (${target}); use the package's public face`
    : null;

const contractStandsAlone: Rule = ({ from, target, to }) => {
  if (!from.startsWith('core/contract/')) return null;
  return (target !== null && !target.startsWith('core/contract/')) || to.startsWith('node:')
    ? `the contract knows no adapter and no Node (${to})`
    : null;
};

const adaptersStandApart: Rule = ({ from, target }) => {
  const folder = /^core\/(\w+)\//.exec(from)?.[1] ?? '';
  if (!ADAPTERS.includes(folder) || target === null || isTest(from)) return null;
  return target.startsWith(`core/${folder}/`) || /^core\/(?:contract|ports|queues)\//.test(target)
    ? null
    : `core/${folder} imports the contract and the ports only, no other adapter (${target})`;
};

const coreKnowsNoPlugin: Rule = ({ from, to }) =>
  from.startsWith('core/') && to.startsWith('@sayso/') ? `core knows no plugin by name (${to})` : null;

const pluginsUseFaces: Rule = ({ from, to }) => {
  if (!/^(plugins|runtime)\//.test(from) || !to.startsWith('@sayso/')) return null;
  if (/^@sayso\/core(?:\/confined|\/queues|\/rules)?$/.test(to) || /^@sayso\/[\w-]+\/ref$/.test(to)) return null;
  if (isTest(from) && /^@sayso\/[\w-]+(?:\/testing|\/browser)?$/.test(to)) return null;
  return `plugins import @sayso/core and the ref of others, not ${to}`;
};

const refsAreLight: Rule = ({ from, to, typesOnly, target }) =>
  /^(plugins\/[\w-]+|runtime)\/ref\.ts$/.test(from) && !typesOnly && (target !== null || (to !== '@sayso/core' && !/\/ref$/.test(to)))
    ? `a ref.ts brings nothing along at run time (${to})`
    : null;

const browserHasNoServer: Rule = ({ from, to, target }) => {
  if (!/^(web\/src|runtime\/(kit|blocks|sdk|browser|templates\/[\w-]+))\//.test(from) || isTest(from)) return null;
  const server =
    to.startsWith('node:') || (to.startsWith('@sayso/') && !/\/ref$/.test(to)) || /^runtime\/(serve|compile)\//.test(target ?? '');
  return server ? `code for the browser cannot name the server (${to})` : null;
};

const webLayers: Rule = ({ from, to, target }) => {
  if (!from.startsWith('web/src/')) return null;
  if (to.startsWith('@sayso/')) return `the builder's pages talk to the server by its calls alone (${to})`;
  const layer = (path: string): string => /^web\/src\/(features\/[^/]+|[^/]+)/.exec(path)?.[1] ?? '';
  const [here, there] = [layer(from), layer(target ?? from)];
  if (there === 'testing' && !isTest(from)) return `only tests import what helps them (${target})`;
  if (here.startsWith('features/') && there.startsWith('features/') && here !== there)
    return `a feature imports no other feature (${target})`;
  if (['ui', 'lib'].includes(here) && (there.startsWith('features/') || there === 'app')) return `${here} imports no ${there}`;
  if (here.startsWith('features/') && there === 'app') return `a feature does not import the app around it (${target})`;
  return null;
};

const RULES: readonly Rule[] = [
  stayInside,
  contractStandsAlone,
  adaptersStandApart,
  coreKnowsNoPlugin,
  pluginsUseFaces,
  refsAreLight,
  browserHasNoServer,
  webLayers,
];

/** All violations in the sources, which are keyed by path relative to the root of the repository. */
export function findViolations(sources: ReadonlyMap<string, string>): Violation[] {
  const violations: Violation[] = [];
  const imports = new Map<string, Import[]>();
  for (const [file, source] of sources) {
    const found = importsOf(file, source);
    imports.set(file, found);
    for (const one of found) {
      for (const rule of RULES) {
        const broken = rule(one);
        if (broken !== null) violations.push({ file, rule: broken });
      }
    }
    if (
      /^(core|plugins|runtime)\//.test(file) &&
      !file.startsWith('core/config/') &&
      !isTest(file) &&
      !file.includes('/scripts/') &&
      /(?<!['"`])\bprocess\.env\b/.test(source)
    ) {
      violations.push({ file, rule: 'only core/config reads the environment; declare the key in the plugin’s `config`' });
    }
  }
  for (const cycle of findCycles(imports))
    violations.push({ file: cycle[0] ?? '', rule: `imports itself in a circle: ${cycle.join(' → ')}` });
  return violations;
}

function packageOf(file: string): string {
  return /^plugins\/[^/]+/.exec(file)?.[0] ?? file.split('/')[0] ?? '';
}

function importsOf(file: string, source: string): Import[] {
  const { module } = parseSync(file, source);
  const make = (to: string, typesOnly: boolean, isDynamic = false): Import => ({
    from: file,
    to,
    target: to.startsWith('.') ? normalize(join(dirname(file), to)) : null,
    typesOnly,
    isDynamic,
  });
  const imported = module.staticImports.map(({ moduleRequest, entries }) =>
    make(moduleRequest.value, entries.length > 0 && entries.every(({ isType }) => isType)),
  );
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) => (moduleRequest ? [make(moduleRequest.value, isType)] : [])),
  );
  const dynamic = module.dynamicImports.flatMap(({ moduleRequest }) => {
    const text = /^['"](.+)['"]$/.exec(source.slice(moduleRequest.start, moduleRequest.end))?.[1];
    return text === undefined ? [] : [make(text, true, true)];
  });
  return [...imported, ...exported, ...dynamic];
}

/** Cycles of static imports, including type-only imports; each once. */
function findCycles(imports: ReadonlyMap<string, readonly Import[]>): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file);
    if (at >= 0) {
      cycles.push([...path.slice(at), file]);
      return;
    }
    if (done.has(file)) return;
    for (const { target, isDynamic } of imports.get(file) ?? []) if (target !== null && !isDynamic) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of [...imports.keys()].sort()) visit(file, []);
  return cycles;
}
