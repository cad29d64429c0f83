import type { z } from 'zod';
import type { BlobStore, HostInfo, JobSpec, JobState, Logger, Plugin, Store, WorkerSpec } from '../contract/index.ts';

/** Any plugin, whatever its types: the kernel only moves values between plugins that were checked against each other. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyPlugin = Plugin<any, any, any, any, any, any, any, any>;

/** What the kernel asks of the event log. `core/events` has it. */
export interface Events {
  emit(event: string, payload: unknown): Promise<void>;
  subscribe(event: string, signal: AbortSignal): AsyncIterable<{ readonly payload: unknown } | { readonly missed: true }>;
  on(event: string, handler: (payload: unknown) => Promise<void>): () => void;
  drain(): Promise<void>;
  endSubscriptions(): void;
  close(): Promise<void>;
}

/** What the kernel asks of the job queue. `core/jobs` has it; names are `<plugin>.<job>`. */
export interface Jobs {
  define(name: string, spec: JobSpec<z.ZodType, unknown>, api: () => unknown): void;
  start(): void;
  enqueue(name: string, input: unknown, options?: { readonly key?: string; readonly runAt?: Date }): Promise<string>;
  /** Only a job of this plugin, here and below. */
  cancel(plugin: string, id: string): Promise<void>;
  state(plugin: string, id: string): Promise<JobState | null>;
  drain(timeoutMs: number): Promise<void>;
  close(): Promise<void>;
  runNow(name: string, input: unknown): Promise<void>;
}

/** What the kernel asks of the worker threads. `core/workers` has it. */
export interface WorkerThreads {
  pool<I, O>(spec: WorkerSpec<I, O>): (input: I, signal?: AbortSignal) => Promise<O>;
  close(): Promise<void>;
}

/** The engines under a host. The kernel closes them last. */
export interface Adapters {
  readonly store: Store;
  readonly blobs: BlobStore;
  readonly events: Events;
  readonly jobs: Jobs;
  readonly workers: WorkerThreads;
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
