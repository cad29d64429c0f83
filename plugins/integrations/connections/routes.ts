import type { Edge, Http } from '@sayso/core';
import { z } from 'zod';
import type { Integrations } from '../service.ts';
import { CALLBACK_PATH } from './connections.ts';

/** The screen that reports to the one in which the builder started, and closes itself. */
const SCREEN = '/connected';

/** Where providers send the browser of a builder back to. It never leads anywhere but to our own screen, which gets the outcome alone. */
export function connectionRoutes(http: Http, { service }: Edge<Integrations>): void {
  http.get(
    CALLBACK_PATH,
    {
      config: { access: 'builder', does: 'change-app', errors: [404] },
      schema: {
        tags: ['integrations'],
        summary: 'Completes the consent of an OAuth connection that the same account has started; leads to a screen with the outcome',
        querystring: z.looseObject({}).describe('As RFC 6749 and RFC 9207 name it: `code` and `state`, or `error`; and `iss`.'),
        response: { 303: z.null().describe('To the screen.') },
      },
    },
    async ({ sayso, url }, reply) => {
      const outcome = await service().packages.connected(sayso.actor, new URL(url, 'http://localhost').searchParams);
      return reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .redirect(`${SCREEN}?outcome=${outcome}`, 303);
    },
  );
}
