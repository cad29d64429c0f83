import { extendTailwindMerge } from 'tailwind-merge';

/** Classes that override one another, and those that each of them overrides besides. */
interface Line {
  /** Of its variants and its group: of two classes with the same id the last one wins. */
  readonly id: string;
  readonly overrides: readonly string[];
  readonly names: string[];
}

interface Observed {
  readonly variants: string;
  readonly group: string;
  readonly overrides: readonly string[];
}

type Groups = Readonly<Record<string, readonly string[]>>;
type ParsedClass = { readonly modifiers: string[]; readonly hasImportantModifier: boolean };

let parsed: ParsedClass = { modifiers: [], hasImportantModifier: false };
let group: string | null = null;
let overrides: readonly string[] = [];

/** tailwind-merge names no groups; it looks each of them up in these two tables of its configuration. */
function observed(groups: Groups): Groups {
  return new Proxy(groups, {
    get(target, name) {
      if (typeof name !== 'string') return undefined;
      group = name;
      overrides = [...overrides, ...(target[name] ?? [])];
      return target[name];
    },
  });
}

const merge = extendTailwindMerge((config) => ({
  ...config,
  cacheSize: 0,
  conflictingClassGroups: observed(config.conflictingClassGroups as Groups),
  conflictingClassGroupModifiers: observed(config.conflictingClassGroupModifiers as Groups),
  experimentalParseClassName({ className, parseClassName }) {
    const result = parseClassName(className);
    parsed = result;
    return result;
  },
}));

/** Null for a class that tailwind-merge does not know. */
function observe(name: string): Observed | null {
  group = null;
  overrides = [];
  merge(name);
  if (group === null) return null;
  return { variants: `${parsed.modifiers.join(':')}${parsed.hasImportantModifier ? '!' : ''}`, group, overrides };
}

/** `hover:focus:` and `focus:hover:` are the same variants. */
function variantIds(variants: Iterable<string>): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  for (const one of variants) {
    const example = asClass(one);
    const same = [...new Set(ids.values())].find(
      (other) => other.length === one.length && merge(`${asClass(other)} ${example}`) === example,
    );
    ids.set(one, same ?? one);
  }
  return ids;
}

function asClass(variants: string): string {
  const names = variants.replace('!', '');
  return `${names}${names && ':'}flex${variants.endsWith('!') ? '!' : ''}`;
}

function linesOf(classes: readonly string[]): readonly Line[] {
  const known = classes.flatMap((name) => {
    const found = observe(name);
    return found === null ? [] : [{ name, ...found }];
  });
  const ids = variantIds(new Set(known.map(({ variants }) => variants)));
  const lines = new Map<string, Line>();
  for (const { name, variants, group, overrides } of known) {
    const prefix = `${ids.get(variants)}/`;
    const key = [prefix + group, ...overrides].join(' ');
    const line = lines.get(key) ?? { id: prefix + group, overrides: overrides.map((other) => prefix + other), names: [] };
    line.names.push(name);
    lines.set(key, line);
  }
  return [...lines.values()];
}

/**
 * The module of `cn` for an app whose style sheet has these classes only. It answers what tailwind-merge answers for them with a table in
 * place of the grammar of all classes, which is most of tailwind-merge. Classes that meet no other one of their kind are left out.
 */
export function classMergeModule(classes: readonly string[]): string {
  const lines = linesOf(classes);
  const present = new Map(lines.map(({ id }) => [id, lines.filter((line) => line.id === id).flatMap(({ names }) => names).length]));
  const overridden = new Set(lines.flatMap(({ overrides }) => overrides));
  const numbers = new Map([...present.keys()].map((id, index) => [id, index]));
  const table = lines.flatMap(({ id, overrides, names }) => {
    const others = overrides.filter((other) => present.has(other));
    if ((present.get(id) ?? 0) < 2 && others.length === 0 && !overridden.has(id)) return [];
    return [[names.join(' '), ...[id, ...others].map((other) => numbers.get(other))]];
  });
  return `import { clsx } from "clsx";
const lines = new Map(${JSON.stringify(table)}.flatMap(([names, ...ids]) => names.split(" ").map((name) => [name, ids])));
export function cn(...inputs) {
  const taken = new Set();
  const kept = clsx(inputs).split(/\\s+/).reverse().filter((name) => {
    const ids = lines.get(name);
    if (ids === undefined) return true;
    if (taken.has(ids[0])) return false;
    for (const id of ids) taken.add(id);
    return true;
  });
  return kept.reverse().join(" ");
}
`;
}
