import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { OpenAPIV3_1 } from 'openapi-types';
import type { DescribedCalls } from '../contract/index.ts';
import { complete, errorResponses, type Operation, securityOf, undescribed } from './operation-docs.ts';

type Document = OpenAPIV3_1.Document;
type Transform = NonNullable<Parameters<typeof jsonSchemaTransform>[0]['route']['config']>;

/** Something that is missing from the document, and the plugin responsible. */
export interface DocsProblem {
  readonly plugin: null;
  readonly problem: string;
  readonly remedy: string;
}

const libraries = new WeakMap<FastifyInstance, (() => Promise<DescribedCalls>)[]>();

/** Collects all routes added later into an OpenAPI document. */
export async function collectDocs(app: FastifyInstance, builderUrl: string): Promise<void> {
  const calls: (() => Promise<DescribedCalls>)[] = [];
  libraries.set(app, calls);
  app.addHook('onRoute', ({ config }) => {
    const described = (config as Transform | undefined)?.calls;
    if (described && !calls.includes(described)) calls.push(described);
  });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Sayso',
        description: 'Calls of the builder host. Errors answer {message, code, error: {message, code}}.',
        version: '1',
      },
      servers: [{ url: builderUrl }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'The token of a session, or of one app.' },
          session: { type: 'apiKey', in: 'cookie', name: 'sayso.session_token', description: 'The session of a browser.' },
        },
      },
    },
    transform: describeRoute,
    transformObject: jsonSchemaTransformObject,
  });
}

/** Adds to the schema of a route its access, the resulting errors, and multipart forms, which have no schema of their own. */
const describeRoute: typeof jsonSchemaTransform = (input) => {
  const { schema, url } = jsonSchemaTransform(input);
  const { access, errors = [], form } = (input.route.config ?? {}) as Transform;
  if (!schema || (schema as { hide?: boolean }).hide || access === undefined) return { schema, url };
  const fields = Object.entries(form ?? {}).map(
    ([name, description]) => [name, { type: 'string', format: 'binary', description }] as const,
  );
  const body = { type: 'object', properties: Object.fromEntries(fields), required: fields.map(([name]) => name) };
  const described = {
    ...schema,
    ...(form ? { body, consumes: ['multipart/form-data'] } : {}),
    security: securityOf(access),
    'x-access': access,
    'x-errors': errors,
  };
  return { schema: described, url };
};

/** The whole document, including the routes of libraries behind wildcards, and its gaps. */
export async function openApiDocument(app: FastifyInstance): Promise<{ document: Document; problems: readonly DocsProblem[] }> {
  const own = structuredClone(app.swagger()) as unknown as Document;
  const fromLibraries = await Promise.all((libraries.get(app) ?? []).map((read) => read()));
  const document = {
    ...own,
    components: { ...own.components, schemas: Object.assign({}, own.components?.schemas, ...fromLibraries.map(({ schemas }) => schemas)) },
    paths: Object.assign({}, own.paths, ...fromLibraries.map(({ paths }) => paths)),
  } as Document;
  const operations = operationsOf(document);
  operations.forEach(complete);
  return { document: withSchemas(document), problems: operations.flatMap(undescribed).map(toProblem) };
}

const toProblem = (problem: string): DocsProblem => ({
  plugin: null,
  problem,
  remedy: 'Say it in the schema and the config of its route; core/contract/plugin.ts has the keys.',
});

function operationsOf({ paths = {} }: Document): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item ?? {}).map(([method, operation]) => ({ path, method, operation: operation as Operation['operation'] })),
  );
}

/** Adds the common error schema, and removes unreferenced schemas. */
function withSchemas(document: Document): Document {
  const text = { type: 'string' } as const;
  const error = {
    type: 'object',
    properties: {
      message: { ...text, description: 'One sentence for people.' },
      code: { ...text, description: 'Stable, for programs.' },
      error: { type: 'object', properties: { message: text, code: text }, required: ['message', 'code'] },
      issues: {
        type: 'array',
        description: 'What is wrong with the input, place by place.',
        items: { type: 'object', properties: { path: text, message: text }, required: ['path', 'message'] },
      },
      requestId: { ...text, description: 'Names the entry in the log of the server.' },
    },
    required: ['message', 'code', 'error'],
  };
  const all: Record<string, unknown> = { ...document.components?.schemas, Error: error };
  const used = new Set<string>();
  const visit = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"/]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(all[name] ?? {});
    }
  };
  visit([document.paths, errorResponses]);
  const schemas = Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name)));
  return { ...document, components: { ...document.components, schemas, responses: errorResponses } } as Document;
}

/** `/api/docs/json` for tools, `/api/docs` for people. */
export function docsRoutes(app: FastifyInstance): void {
  const hidden = { schema: { hide: true } };
  let reading: Promise<Document> | undefined;
  const read = (): Promise<Document> => {
    reading ??= openApiDocument(app).then(({ document }) => document);
    return reading;
  };
  app.get('/api/docs/json', hidden, read);
  app.get('/api/docs', hidden, async (_request, reply) => reply.type('text/html; charset=utf-8').send(page(await read())));
}

function page({ info, paths }: Document): string {
  const rows = Object.entries(paths ?? {})
    .sort(([a], [b]) => a.localeCompare(b))
    .flatMap(([path, item]) =>
      Object.entries(item ?? {}).map(([method, operation]) => {
        const { summary, description } = operation as OpenAPIV3_1.OperationObject;
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
