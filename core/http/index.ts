export { isOwnOrigin } from './access.ts';
export type * from './dependencies.ts';
export { createMetrics, type Metric, type MetricsOptions } from './health.ts';
export { HeldBodies } from './held-bodies.ts';
export { peerAddress } from './peer.ts';
export { ProxyWarnings } from './proxy-warnings.ts';
export { createRuntimeHost } from './runtime.ts';
export type { HostRoute } from './shared.ts';
export { Turns } from './turns.ts';
