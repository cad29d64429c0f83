import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { OpenAPIV3 } from 'openapi-types';

/** Collects every route that is added afterwards into an OpenAPI document. */
export async function collectDocs(app: FastifyInstance, builderUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Sayso',
        description: 'Calls of the builder host. Errors answer {message, code, error: {message, code}}.',
        version: '1',
      },
      servers: [{ url: builderUrl }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  });
}

/** `/api/docs/json` for tools, `/api/docs` for people. */
export function docsRoutes(app: FastifyInstance): void {
  const hidden = { schema: { hide: true } };
  app.get('/api/docs/json', hidden, async () => app.swagger());
  app.get('/api/docs', hidden, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(page(app.swagger() as OpenAPIV3.Document)),
  );
}

function page({ info, paths }: OpenAPIV3.Document): string {
  const rows = Object.entries(paths)
    .sort(([a], [b]) => a.localeCompare(b))
    .flatMap(([path, item]) =>
      Object.entries(item ?? {}).map(([method, operation]) => {
        const { summary, description } = operation as OpenAPIV3.OperationObject;
        return `<tr><td><b>${escapeHtml(method.toUpperCase())}</b><td><code>${escapeHtml(path)}</code><td>${escapeHtml(summary ?? description ?? '')}`;
      }),
    );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${info.title} calls</title>
<style>body{font:16px/1.5 Inter,system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
table{border-collapse:collapse;width:100%}td{padding:.4rem .8rem .4rem 0;border-top:1px solid #8884;vertical-align:top}</style>
<h1>${info.title}: calls</h1><p>${escapeHtml(info.description ?? '')} The whole document: <a href="/api/docs/json">OpenAPI as JSON</a>.
Everything else goes through GraphQL at <code>/graphql</code>.</p><table>${rows.join('\n')}</table></html>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
