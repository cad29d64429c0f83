import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import { addressGroup, believed } from './client-address.ts';
import type { Surroundings } from './surroundings.ts';

/** The address that a request of no route comes from, such as a WebSocket, as limits count it. The same as for `request.ip` of a route. */
export function peerAddress(trustProxy: Surroundings['trustProxy']): (request: IncomingMessage) => string {
  const trusted = believed(trustProxy);
  return (request) => addressGroup(proxyAddress(request, trusted));
}
