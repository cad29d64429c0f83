import { UnknownEndpoint } from '../errors.ts';
import type { IntegrationEndpoint } from '../ref.ts';

/** The endpoints of `Core`: those of this plugin and of others. */
export class Registry {
  readonly #own: readonly IntegrationEndpoint[];
  readonly #additions: () => readonly IntegrationEndpoint[];
  #byName: ReadonlyMap<string, IntegrationEndpoint> | undefined;

  /** `additions` throws until all plugins have started. */
  constructor(own: readonly IntegrationEndpoint[], additions: () => readonly IntegrationEndpoint[]) {
    this.#own = own;
    this.#additions = additions;
  }

  all(): readonly IntegrationEndpoint[] {
    return [...this.#known().values()];
  }

  /** Throws `UnknownEndpoint`. */
  get(name: string): IntegrationEndpoint {
    const known = this.#known();
    const endpoint = known.get(name);
    if (endpoint === undefined) throw new UnknownEndpoint(name, [...known.keys()]);
    return endpoint;
  }

  #known(): ReadonlyMap<string, IntegrationEndpoint> {
    this.#byName ??= new Map(
      [...this.#own, ...this.#additions()].sort((a, b) => (a.name < b.name ? -1 : 1)).map((endpoint) => [endpoint.name, endpoint]),
    );
    return this.#byName;
  }
}
