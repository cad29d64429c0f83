import type { Edge, Http } from '@sayso/core';
import { z } from 'zod';
import type { Integrations } from '../service.ts';

const MAX_BYTES = 1_000_000;

/** Where other servers send events. The signature is over the exact bytes, so no body is parsed here. */
export function webhookRoutes(http: Http, { service }: Edge<Integrations>): void {
  http.register(async (scope: Http) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) => done(null, body));
    scope.post(
      '/integrations/installable/:package/:instance/webhooks/:webhook',
      {
        bodyLimit: MAX_BYTES,
        config: { access: 'signature', does: 'spend', errors: [401, 404, 413] },
        schema: {
          tags: ['integrations'],
          summary: 'Takes a signed event for an installed package; `instance` is its id, or on the origin of an app its name',
          params: z.object({ package: z.string(), instance: z.string(), webhook: z.string() }),
          response: { 200: z.string().describe('Empty, or what the scheme asks for.') },
        },
      },
      async ({ params, headers, body }, reply) => {
        const { package: packageName, instance, webhook } = params;
        const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));
        const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
        const text = await service().webhooks.receive(
          { packageName, instance, webhook, host: headers.host ?? null },
          { headers: given, body: bytes },
        );
        return reply.type('text/plain').send(text);
      },
    );
  });
}
