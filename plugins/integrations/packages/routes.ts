import type {} from '@fastify/multipart';
import type { Edge, Http } from '@sayso/core';
import { z } from 'zod';
import type { Integrations } from '../service.ts';
import { MAIN } from './instances.ts';

const tags = ['integrations'];
const answer = z.unknown().describe('The output of the endpoint, as the package declares it.');
const config = { access: 'app', does: 'spend', errors: [404, 409, 413, 415, 429, 502, 503] } as const;
const summary = 'Calls an endpoint of an installed package with named parameters, as JSON or as a form';
const names = { package: z.string(), endpoint: z.string() };

/** As `@base44/sdk` calls a package: its first instance. */
export function packageRoutes(http: Http, { service }: Edge<Integrations>): void {
  http.post(
    '/api/apps/:appId/integration-endpoints/installable/:package/integration-endpoints/:endpoint',
    { config, schema: { tags, summary, params: z.object({ appId: z.string(), ...names }), response: { 200: answer } } },
    (request) => service().callPackage(request, { ...request.params, instance: MAIN }),
  );
}

/** On the runtime host: by the app of the token or of the origin, and events from outside. */
export function packageRuntimeRoutes(http: Http, edge: Edge<Integrations>): void {
  packageRoutes(http, edge);
  http.post(
    '/integrations/installable/:package/:instance/integration-endpoints/:endpoint',
    { config, schema: { tags, summary, params: z.object({ ...names, instance: z.string() }), response: { 200: answer } } },
    (request) => edge.service().callPackage(request, request.params),
  );
}
