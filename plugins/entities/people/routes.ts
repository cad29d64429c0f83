import { Readable } from 'node:stream';
import type { Http } from '@sayso/core';
import { z } from 'zod';
import type { Entities } from '../service.ts';

const text = z.string();
const exported = z
  .object({
    person: z.looseObject({ id: text, email: text, name: text, role: text }),
    rows: z.record(text, z.array(z.looseObject({ id: text }))).describe('By table, oldest first.'),
  })
  .describe('What the app keeps about the person, and the live rows that they made.');

/** On the builder host only, for people who may edit the app. */
export function personRoutes(http: Http, entities: () => Entities): void {
  http.get(
    '/live_api/apps/:appId/people/:personId/export',
    {
      config: { access: 'builder', does: 'look' },
      schema: {
        tags: ['entities'],
        summary: 'What an app keeps about a person, and all rows that they made',
        params: z.object({ appId: text, personId: text.max(100) }),
        response: { 200: exported },
      },
    },
    async ({ sayso, params: { appId, personId } }, reply) => {
      const parts = await entities().personRows.export(sayso.actor, appId, personId);
      const served = async function* () {
        for await (const part of parts) yield entities().servedText(appId, part);
      };
      reply.header('content-disposition', `attachment; filename="person-${personId.replace(/[^\w-]/g, '')}.json"`);
      reply.header('content-type', 'application/json; charset=utf-8');
      return reply.send(Readable.from(served(), { objectMode: false }) as never);
    },
  );
}
