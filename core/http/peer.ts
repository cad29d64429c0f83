import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import { TRUSTED_PROXIES } from './host.ts';

/** The address that a request of no route comes from, such as a WebSocket. The same as `request.ip` of a route. */
export function peerAddress(request: IncomingMessage): string {
  return proxyAddress(request, TRUSTED_PROXIES);
}
