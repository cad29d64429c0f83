import type { AnyPlugin } from './adapters.ts';
import { pointsOf } from './points.ts';

/** The additions to all extension points. */
export class Extensions {
  readonly #added = new Map<string, unknown[]>();
  /** Names of plugins that have not finished adding, by the id of the extension point. */
  readonly #pending = new Map<string, Set<string>>();

  constructor(plugins: readonly AnyPlugin[], given: ReadonlyMap<string, readonly unknown[]>) {
    for (const [id, additions] of given) this.#added.set(id, [...additions]);
    for (const { name, adds } of plugins) {
      for (const { id } of pointsOf(adds)) this.#pending.set(id, (this.#pending.get(id) ?? new Set()).add(name));
    }
  }

  /** All additions, oldest first. Throws until all contributing plugins have started. */
  of(id: string): readonly unknown[] {
    const pending = [...(this.#pending.get(id) ?? [])];
    if (pending.length === 0) return this.#added.get(id) ?? [];
    const names = pending.map((name) => `"${name}"`).join(', ');
    throw new Error(`The additions to "${id}" are incomplete: ${names} has not started yet. Read them in \`ready\` or when they are used.`);
  }

  /** Called by a plugin during its start. */
  add(plugin: AnyPlugin, name: string, addition: unknown): void {
    const point = (plugin.adds as Parameters<typeof pointsOf>[0])?.[name];
    if (point === undefined) throw new Error(`The plugin "${plugin.name}" declares no extension point "${name}" in its \`adds\`.`);
    const { id, limit = Number.POSITIVE_INFINITY } = point;
    if (!this.#pending.get(id)?.has(plugin.name)) {
      throw new Error(`The plugin "${plugin.name}" adds to "${id}" after its start. Add in \`start\`, before it returns.`);
    }
    const added = this.#added.get(id) ?? [];
    if (added.length >= limit)
      throw new Error(`The plugin "${plugin.name}" adds to "${id}", which takes ${limit} and has ${added.length}.`);
    this.#added.set(id, [...added, addition]);
  }

  /** Marks the plugin's additions as complete after its start. */
  complete(plugin: AnyPlugin): void {
    for (const { id } of pointsOf(plugin.adds)) this.#pending.get(id)?.delete(plugin.name);
  }
}
