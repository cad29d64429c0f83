import type { HostName } from '../contract/index.ts';
import type { Metric } from '../http/index.ts';

/** The first argument of a member, as JSON. */
export interface MemberInput {
  /** From 1. */
  readonly number: number;
  /** Ports that the main process has chosen. */
  readonly ports: { readonly PORT: number; readonly RUNTIME_PORT: number };
}

/** Sent by a member: its state once a second, its metrics when the main process asks for them, and faults of proxies that it meets. */
export type MemberMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'alive' }
  | { readonly kind: 'metrics'; readonly id: number; readonly metrics: readonly Metric[] }
  | { readonly kind: 'proxy-fault'; readonly host: HostName };

/** Sent by the main process. */
export interface MetricsRequest {
  readonly kind: 'metrics';
  readonly id: number;
}
