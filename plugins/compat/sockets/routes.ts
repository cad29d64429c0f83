import type { Http } from '@sayso/core';
import { z } from 'zod';
import { NotOffered } from '../errors.ts';
import type { Compat } from '../service.ts';

/** Changes of rows for the client's subscriptions. Cookies have no effect here: a caller is known by the token of its handshake. */
export function socketRoutes(http: Http, compat: () => Compat): void {
  http.get(
    '/ws-user-apps/socket.io',
    {
      config: { access: 'public', does: 'look', errors: [501], open: (upgrade) => compat().sockets.open(upgrade) },
      schema: {
        tags: ['compat'],
        summary: 'Changes of rows by Socket.IO, on a WebSocket only: rooms `entities:{appId}:{entity}`, event `update_model`',
        response: { 200: z.object({}).describe('Never: without a WebSocket, the call is refused.') },
      },
    },
    () => {
      throw new NotOffered('Socket.IO works by WebSocket only here. Set `transports: ["websocket"]`.');
    },
  );
}
