import ipaddr from 'ipaddr.js';
import type { HostDependencies } from './dependencies.ts';

/** One customer may control a whole /48 (RFC 6177), so limits per single IPv6 address have no effect. */
const IPV6_PREFIX_BITS = 48;

/** The key of rate limits: an IPv4 address (also IPv4-mapped IPv6), or the /48 network of an IPv6 address. */
export function addressGroup(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.replace(/%.*$/, '')}/${IPV6_PREFIX_BITS}`).toNormalizedString();
}

/** The value of Fastify's `trustProxy`; a number is a count of hops, starting at the server. */
export function trustedProxies(trustProxy: HostDependencies['trustProxy']): string[] | ((address: string, hop: number) => boolean) {
  if (typeof trustProxy === 'object') return [...trustProxy];
  return (_address, hop) => trustProxy !== false && hop < trustProxy;
}
