import ipaddr from 'ipaddr.js';
import type { Surroundings } from './surroundings.ts';

/** What one customer of a network gets at least (RFC 6177): a limit by single IPv6 addresses has no effect. */
const IPV6_PREFIX_BITS = 48;

/** What limits count by: an IPv4 address, also when it is written as IPv6, or the /48 network of an IPv6 address. */
export function addressGroup(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.replace(/%.*$/, '')}/${IPV6_PREFIX_BITS}`).toNormalizedString();
}

/** Proxies as Fastify takes them; so many in a row are counted from the server outwards. */
export function believed(trustProxy: Surroundings['trustProxy']): string[] | ((address: string, hop: number) => boolean) {
  if (typeof trustProxy === 'object') return [...trustProxy];
  return (_address, hop) => trustProxy !== false && hop < trustProxy;
}
