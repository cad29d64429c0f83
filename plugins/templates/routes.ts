import type { Http } from '@sayso/core';
import { z } from 'zod';
import { templatesRef } from './ref.ts';

/** Sent as bytes. */
const image = { schema: z.string().meta({ format: 'binary' }) as unknown as z.ZodType<Uint8Array> };
const CACHED = 'private, max-age=86400';

export function addTemplatesRoutes(http: Http): void {
  http.get(
    '/api/templates/:name/picture',
    {
      config: { access: 'builder', does: 'look' },
      schema: {
        summary: 'Picture of a template',
        params: z.object({ name: z.string() }),
        querystring: z.object({ v: z.string().optional() }),
        response: { 200: { description: 'The picture.', content: { 'image/jpeg': image, 'image/png': image, 'image/webp': image } } },
      },
    },
    async ({ params, sayso }, reply) => {
      const { bytes, type } = await sayso.get(templatesRef).picture(params.name);
      return reply.header('cache-control', CACHED).type(type).send(bytes);
    },
  );
}
