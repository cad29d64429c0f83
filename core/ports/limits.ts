import type { LimitSpecs, Limits } from '../contract/index.ts';

/** The owner of limit keys, and what its settings say. */
export interface LimitOwner {
  /** The name of the plugin: keys of different plugins never meet. */
  readonly name: string;
  readonly specs: LimitSpecs;
  /** The parsed settings that `most` names. */
  readonly config: unknown;
}

/** The counts of all plugins. `core/limits` keeps them in the store. */
export interface LimitCounts {
  of(owner: LimitOwner): Limits;
}
