import ipaddr from 'ipaddr.js';

/** One customer may control a whole /48 (RFC 6177), so limits per single IPv6 address have no effect. */
const IPV6_PREFIX_BITS = 48;

/** The key of rate limits: an IPv4 address (also IPv4-mapped IPv6), or the /48 network of an IPv6 address. */
export function addressGroup(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.replace(/%.*$/, '')}/${IPV6_PREFIX_BITS}`).toNormalizedString();
}
