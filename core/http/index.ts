export { isOwnOrigin } from './access.ts';
export { createMetrics } from './health.ts';
export { peerAddress } from './peer.ts';
export { createRuntimeHost } from './runtime.ts';
export type { HostRoute } from './shared.ts';
export type * from './surroundings.ts';
