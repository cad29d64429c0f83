import type { BlobStore, HostInfo, Logger, Plugin, Store } from '../contract/index.ts';
import type { Events } from '../ports/events.ts';
import type { Jobs } from '../ports/jobs.ts';
import type { Workers } from '../ports/workers.ts';

/** Any plugin, whatever its types: the kernel only moves values between plugins that were checked against each other. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyPlugin = Plugin<any, any, any, any, any, any, any, any>;

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
  /** Each plugin's parsed config by the plugin's name. */
  readonly configs: ReadonlyMap<string, unknown>;
  readonly info: HostInfo;
  readonly log: Logger;
  /** Whether this node leases jobs. Default true. */
  readonly runJobs?: boolean;
  /** Services that no plugin provides, by ref id: the fakes of a test. */
  readonly provided?: ReadonlyMap<string, unknown>;
  /** Additions that no plugin makes, by the id of the extension point: those of a test. */
  readonly additions?: ReadonlyMap<string, readonly unknown[]>;
  /** How long one plugin's `start` or `ready` may take, in ms. Default 60,000. */
  readonly startTimeoutMs?: number;
  /** How long `drain` waits, in ms. Default 24,000: with what hosts and engines take to close, a stop stays within 30 s. */
  readonly drainTimeoutMs?: number;
}
