import { maxSatisfying, satisfies, valid, validRange } from 'semver';
import { z } from 'zod';
import { PackageRefused } from '../errors.ts';
import type { Packument } from './client.ts';
import { isDependencyName } from './names.ts';

/** Packages that one package brings along at most. */
const MAX_PACKAGES = 400;
const AT_ONCE = 8;
/** There is one copy of each on a page: hooks and contexts of another one fail. */
export const ALWAYS_SHARED: readonly string[] = ['react', 'react-dom'];

/** A package to fetch. */
export interface PlannedPackage {
  /** `name@version` */
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly tarball: string;
  readonly integrity: string;
  /** What it imports by name → the id of the package that this is. */
  readonly links: Readonly<Record<string, string>>;
}

export interface Plan {
  /** The package itself first. */
  readonly packages: readonly PlannedPackage[];
  readonly warnings: readonly string[];
}

export interface TreeSources {
  packument(name: string): Promise<Packument>;
  /** The version of a built-in package; null for others, empty for one of our own. */
  builtIn(name: string): Promise<string | null>;
  /** The version of a package that was allowed before; null for others. */
  allowed(name: string): string | null;
}

const dependencies = z.record(z.string(), z.string()).catch({});
const manifest = z.object({
  dependencies: dependencies.default({}),
  optionalDependencies: dependencies.default({}),
  peerDependencies: dependencies.default({}),
  peerDependenciesMeta: z
    .record(z.string(), z.object({ optional: z.boolean().optional() }))
    .catch({})
    .default({}),
  dist: z.object({ tarball: z.string(), integrity: z.string().catch('') }),
});
type Manifest = z.infer<typeof manifest>;

/** Finds a package and all that it needs. Native alternatives (`optionalDependencies`) are for servers, and left out. */
export async function planPackages(root: PlanRequest, sources: TreeSources): Promise<Plan> {
  return new Tree(sources).plan(root);
}

export interface PlanRequest {
  readonly name: string;
  readonly range: string;
  /** Packages in place of modules of Node, which nothing names as a dependency. */
  readonly besides?: readonly string[];
  /** Optional peers without which what is imported does not run. */
  readonly peers?: readonly string[];
}

interface Wanted {
  readonly name: string;
  readonly range: string;
}
interface Node {
  readonly name: string;
  readonly version: string;
  readonly manifest: Manifest;
  readonly links: Map<string, string>;
}

class Tree {
  readonly #sources: TreeSources;
  readonly #packuments = new Map<string, Promise<Packument>>();
  readonly #nodes = new Map<string, Node>();
  readonly #warnings = new Set<string>();
  #root = '';
  #peers: readonly string[] = [];

  constructor(sources: TreeSources) {
    this.#sources = sources;
  }

  async plan({ name, range, besides = [], peers = [] }: PlanRequest): Promise<Plan> {
    this.#root = name;
    this.#peers = peers;
    let level = [(await this.#add({ name, range })).node];
    for (const other of besides) level.push((await this.#add({ name: other, range: 'latest' })).node);
    while (level.length > 0) level = await this.#below(level);
    const packages = [...this.#nodes].map(
      ([
        id,
        {
          manifest: { dist },
          links,
          ...about
        },
      ]) => ({
        id,
        name: about.name,
        version: about.version,
        tarball: dist.tarball,
        integrity: dist.integrity,
        links: Object.fromEntries(links),
      }),
    );
    return { packages, warnings: [...this.#warnings] };
  }

  /** Links the packages to what they need; returns those that are new. */
  async #below(level: readonly Node[]): Promise<Node[]> {
    const wanted: { readonly node: Node; readonly as: string; readonly one: Wanted }[] = [];
    for (const node of level) for (const [as, one] of await this.#neededBy(node)) wanted.push({ node, as, one });
    const names = [...new Set(wanted.map(({ one }) => one.name))];
    for (let at = 0; at < names.length; at += AT_ONCE)
      await Promise.all(names.slice(at, at + AT_ONCE).map((name) => this.#packument(name)));
    const found: Node[] = [];
    for (const { node, as, one } of wanted) {
      const { id, node: target, isNew } = await this.#add(one);
      node.links.set(as, id);
      if (isNew) found.push(target);
    }
    return found;
  }

  /** What a package needs besides what all apps share, by the name that it imports it by. */
  async #neededBy({ name, manifest: own }: Node): Promise<ReadonlyMap<string, Wanted>> {
    const needed = new Map<string, Wanted>();
    const isOptional = (other: string) => Object.hasOwn(own.optionalDependencies, other);
    for (const [other, range] of Object.entries(own.dependencies)) {
      if (isOptional(other) || isTypes(other) || (await this.#isShared(other, range, name))) continue;
      needed.set(other, wantedOf(other, range, name));
    }
    for (const [other, range] of Object.entries(own.peerDependencies)) {
      const meta = Object.hasOwn(own.peerDependenciesMeta, other) ? own.peerDependenciesMeta[other] : undefined;
      const isOmitted = meta?.optional === true && !this.#peers.includes(other);
      if (needed.has(other) || isTypes(other) || isOmitted || (await this.#isSharedPeer(other, range, name))) continue;
      needed.set(other, wantedOf(other, range, name));
      // Packages that came along share it with each other.
      if (name !== this.#root) continue;
      this.#warnings.add(
        `It has a copy of "${other}" of its own. If apps import that as well, allow it first, and then this package again.`,
      );
    }
    return needed;
  }

  async #isShared(name: string, range: string, by: string): Promise<boolean> {
    if (ALWAYS_SHARED.includes(name)) return this.#isSharedPeer(name, range, by);
    const version = (await this.#sources.builtIn(name)) ?? this.#sources.allowed(name);
    return version === '' || (version !== null && isWithin(version, range));
  }

  async #isSharedPeer(name: string, range: string, by: string): Promise<boolean> {
    const version = (await this.#sources.builtIn(name)) ?? this.#sources.allowed(name);
    if (version === null) return false;
    if (version !== '' && !isWithin(version, range))
      this.#warnings.add(`"${by}" was made for ${name} ${range.slice(0, 60)}; apps have ${version}.`);
    return true;
  }

  async #add(wanted: Wanted): Promise<{ readonly id: string; readonly node: Node; readonly isNew: boolean }> {
    const { name } = wanted;
    const packument = await this.#packument(name);
    const version = this.#versionFor(wanted, packument);
    const id = `${name}@${version}`;
    const known = this.#nodes.get(id);
    if (known !== undefined) return { id, node: known, isNew: false };
    if (this.#nodes.size >= MAX_PACKAGES) throw new PackageRefused('too-large', `It needs more than ${MAX_PACKAGES} packages.`);
    const read = manifest.safeParse(packument.versions.get(version));
    if (!read.success) throw new PackageRefused('invalid', `The registry's document of "${id}" cannot be read.`);
    const node = { name, version, manifest: read.data, links: new Map<string, string>() };
    this.#nodes.set(id, node);
    return { id, node, isNew: true };
  }

  /** One that is in the plan already, else the latest, else the newest in the range. */
  #versionFor({ name, range }: Wanted, { tags, versions }: Packument): string {
    const tagged = tags.get(range);
    if (tagged !== undefined && versions.has(tagged) && valid(tagged) !== null) return tagged;
    const all = [...versions.keys()];
    const latest = tags.get('latest');
    const planned = [...this.#nodes.values()].filter((node) => node.name === name).map(({ version }) => version);
    const best =
      maxSatisfying(planned, range) ??
      (latest !== undefined && versions.has(latest) && isWithin(latest, range) ? latest : maxSatisfying(all, range));
    if (best === null) throw new PackageRefused('not-found', `The registry has no version ${range.slice(0, 60)} of "${name}".`);
    return best;
  }

  #packument(name: string): Promise<Packument> {
    const known = this.#packuments.get(name);
    if (known !== undefined) return known;
    const packument = this.#sources.packument(name);
    this.#packuments.set(name, packument);
    return packument;
  }
}

/** Types have no code. */
function isTypes(name: string): boolean {
  return name.startsWith('@types/');
}

function wantedOf(name: string, range: string, by: string): Wanted {
  const [, alias, aliased] = /^npm:((?:@[^@/]+\/)?[^@/]+)(?:@(.*))?$/.exec(range) ?? [];
  const wanted = alias === undefined ? { name, range } : { name: alias, range: aliased ?? 'latest' };
  if (!isDependencyName(name) || !isDependencyName(wanted.name))
    throw new PackageRefused('unsafe', `"${by}" depends on "${name.slice(0, 100)}", which is no name of a package.`);
  const isTag = /^[a-z][\w.-]*$/i.test(wanted.range);
  if (validRange(wanted.range) === null && !isTag)
    throw new PackageRefused('unsafe', `"${by}" depends on "${name}" outside of the registry (${range.slice(0, 60)}).`);
  return wanted;
}

function isWithin(version: string, range: string): boolean {
  return validRange(range) !== null && satisfies(version, range);
}
