import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';

// Addresses that no request of a stranger reaches: IANA's registries of special-purpose addresses (as of 2025, RFC 6890 and its updates) whole,
// multicast, and what clouds serve to their own machines at addresses that look public.

/** https://www.iana.org/assignments/iana-ipv4-special-registry, and multicast (RFC 5771). */
const IANA_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
] as const;

/**
 * Services that clouds offer their own machines outside of IANA's ranges. Those of AWS, GCP, Alibaba (100.100.100.200), Oracle (192.0.0.192),
 * OpenStack and others are within them: link-local, shared or unique local addresses.
 */
const CLOUD_IPV4 = [
  // Azure: WireServer, DNS and health probes.
  '168.63.129.16/32',
  // IBM Cloud: the networks of its services and service endpoints.
  '161.26.0.0/16',
  '166.8.0.0/14',
  // Equinix Metal: metadata.
  '192.80.8.124/32',
] as const;

/** The global unicast addresses: IANA assigned no others of IPv6 to the internet. */
const ASSIGNED_IPV6 = '2000::/3';

/** https://www.iana.org/assignments/iana-ipv6-special-registry, within 2000::/3; among them Teredo (2001::/32) and 6to4 (2002::/16). */
const IANA_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'] as const;

/** IPv6 addresses whose last 32 bits are the IPv4 address that is reached: mapped ones, and those of NAT64 (RFC 6052), which IPv6-only hosts use. */
const EMBEDDING_IPV6 = ['::ffff:0:0/96', '64:ff9b::/96'] as const;

/** For tests: the refused ranges. */
export const SPECIAL_RANGES: readonly string[] = [...IANA_IPV4, ...CLOUD_IPV4, ...IANA_IPV6];

const specialIpv4 = [...IANA_IPV4, ...CLOUD_IPV4].map((range) => ipaddr.IPv4.parseCIDR(range));
const specialIpv6 = IANA_IPV6.map((range) => ipaddr.IPv6.parseCIDR(range));
const assignedIpv6 = ipaddr.IPv6.parseCIDR(ASSIGNED_IPV6);
const embeddingIpv6 = EMBEDDING_IPV6.map((range) => ipaddr.IPv6.parseCIDR(range));

/** Whether an address, in any spelling, belongs to the public internet. An IPv4 address within one of IPv6 is judged as itself. */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, '');
  if (!ipaddr.isValid(bare)) return false;
  const parsed = ipaddr.parse(bare);
  return parsed.kind() === 'ipv4' ? isPublicIpv4(parsed as IPv4) : isPublicIpv6(parsed as IPv6);
}

function isPublicIpv4(address: IPv4): boolean {
  return !specialIpv4.some((range) => address.match(range));
}

function isPublicIpv6(address: IPv6): boolean {
  if (embeddingIpv6.some((range) => address.match(range))) return isPublicIpv4(new ipaddr.IPv4(address.toByteArray().slice(12)));
  return address.match(assignedIpv6) && !specialIpv6.some((range) => address.match(range));
}
