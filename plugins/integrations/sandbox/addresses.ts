import { lookup as lookUp } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { AddressRefused } from './errors.ts';
import { isPublicAddress } from './special-ranges.ts';

/** A host that a package may call: `api.example.com`, `*.example.com`, or one with a port, `api.example.com:8443`; IPv6 in brackets. */
export type HostPattern = string;

const PATTERN = /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*(?::\d{1,5})?$/;

export function isHostPattern(text: string): boolean {
  return text.length <= 253 && PATTERN.test(text);
}

/** Whether a URL leads to a host of the patterns. Without a port, a pattern means the standard one. */
export function matchesHost(url: URL, patterns: readonly HostPattern[]): boolean {
  const host = nameOf(url);
  const standard = url.protocol === 'https:' ? '443' : '80';
  return patterns.some((pattern) => {
    const [, name = '', port = standard] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(pattern) ?? [];
    if (name === '' || port !== (url.port || standard)) return false;
    return name.startsWith('*.') ? host.endsWith(name.slice(1)) && host.length > name.length - 1 : host === name;
  });
}

/** The pattern of the host of an address, the same for all its spellings. */
export function hostPatternOf(url: URL): HostPattern {
  return url.port === '' ? nameOf(url) : `${nameOf(url)}:${url.port}`;
}

/** `URL` has written it in lower case and Punycode, and addresses in one way; the root of the name system is left out. */
function nameOf({ hostname }: URL): string {
  return hostname.replace(/\.$/, '');
}

/** The host of a URL as an IP address; null when it is a name. */
export function literalAddress({ hostname }: URL): string | null {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(bare) ? bare : null;
}

/** Resolves names for one connection, which uses exactly the addresses that are checked here: a later answer of the name has no effect. */
export function publicLookup(resolve: typeof lookUp = lookUp): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '', 0);
      const allowed = addresses.filter(({ address }) => isPublicAddress(address));
      const [first] = allowed;
      // One private address among others is an attempt, too.
      if (first === undefined || allowed.length < addresses.length) return callback(new AddressRefused(refusal(hostname)), '', 0);
      if (options.all === true) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}

/** The sentence for a host in a private network. */
export function refusal(hostname: string): string {
  return `${hostname} is in a private network. An operator can allow it by the setting INTEGRATION_PRIVATE_HOSTS.`;
}
