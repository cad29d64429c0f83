import type { FastifyInstance } from 'fastify';
import { healthRoutes } from './health.ts';
import { createHost, refuseUnknown } from './host.ts';
import type { HostOptions } from './shared.ts';

/** The host of a node without the builder host: health and metrics for its operator. Not yet listening. */
export async function createOperationsHost({ dependencies, metrics }: Omit<HostOptions, 'parts'>): Promise<FastifyInstance> {
  const app = await createHost('builder', dependencies);
  healthRoutes(app, dependencies, metrics);
  app.setNotFoundHandler(refuseUnknown);
  await app.ready();
  return app;
}
