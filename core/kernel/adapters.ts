import type { HostInfo, Logger, Plugin } from '../contract/index.ts';
import type { BlobStore } from '../ports/blobs.ts';
import type { Events } from '../ports/events.ts';
import type { Jobs } from '../ports/jobs.ts';
import type { LimitCounts } from '../ports/limits.ts';
import type { Store } from '../ports/store.ts';
import type { Workers } from '../ports/workers.ts';

/** Any plugin, whatever its types: the kernel only moves values between plugins that were checked against each other. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyPlugin = Plugin<any, any, any, any, any, any, any, any, any, any>;

/** The engines under a host. The kernel closes them last. */
export interface Adapters {
  readonly store: Store;
  readonly blobs: BlobStore;
  readonly events: Events;
  readonly jobs: Jobs;
  readonly workers: Workers;
}

export interface KernelOptions {
  readonly plugins: readonly AnyPlugin[];
  readonly adapters: Adapters;
  readonly limits: LimitCounts;
  /** Each plugin's parsed config by the plugin's name. */
  readonly configs: ReadonlyMap<string, unknown>;
  readonly info: HostInfo;
  readonly log: Logger;
  /** Whether this node claims jobs. Default true. */
  readonly runJobs?: boolean;
  /**
   * Starts only the plugins that the runtime host needs, without migrations and without `ready`: for a process beside one that does
   * everything. Default false.
   */
  readonly servesAppsOnly?: boolean;
  /** Services by ref id that come from outside the plugins: fakes of a test. */
  readonly provided?: ReadonlyMap<string, unknown>;
  /** Additions from outside the plugins, by the id of the extension point: those of a test. */
  readonly additions?: ReadonlyMap<string, readonly unknown[]>;
  /** How long one plugin's `start` or `ready` may take, in ms. Default 60,000. */
  readonly startTimeoutMs?: number;
  /** How long `drain` waits, in ms. Default 24,000: leaves time to close hosts and engines within 30 s. */
  readonly drainTimeoutMs?: number;
}
