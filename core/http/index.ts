export { isOwnOrigin } from './access.ts';
export { createHosts, type HostRoute, type Hosts } from './hosts.ts';
export type * from './surroundings.ts';
