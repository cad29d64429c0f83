import type { HostDependencies } from './dependencies.ts';

/** The value of Fastify's `trustProxy`; a number is a count of hops, starting at the server. */
export function trustedProxies(trustProxy: HostDependencies['trustProxy']): string[] | ((address: string, hop: number) => boolean) {
  if (typeof trustProxy === 'object') return [...trustProxy];
  return (_address, hop) => trustProxy !== false && hop < trustProxy;
}
