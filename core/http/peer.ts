import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import { addressGroup } from '../contract/index.ts';
import { trustedProxies } from './client-address.ts';
import type { HostDependencies } from './dependencies.ts';

/** The rate limit key of a raw request without a route, such as a WebSocket upgrade; equals that of `request.ip` in a route. */
export function peerAddress(trustProxy: HostDependencies['trustProxy']): (request: IncomingMessage) => string {
  const trusted = trustedProxies(trustProxy);
  return (request) => addressGroup(proxyAddress(request, trusted));
}
