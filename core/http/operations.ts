import type { FastifyInstance } from 'fastify';
import { healthRoutes } from './health.ts';
import { createHost, refuseUnknown } from './host.ts';
import type { HostOptions } from './shared.ts';

/** The host of a worker-only node: health and metrics for its operator. Not yet listening. */
export async function createOperationsHost({ around, metrics }: Omit<HostOptions, 'parts'>): Promise<FastifyInstance> {
  const app = await createHost('builder', around);
  healthRoutes(app, around, metrics);
  app.setNotFoundHandler(refuseUnknown);
  await app.ready();
  return app;
}
