import type { FastifyInstance } from 'fastify';
import { healthRoutes } from './health.ts';
import { createHost, refuseUnknown } from './host.ts';
import type { HostOptions } from './shared.ts';

/** What a node answers that serves neither builders nor apps: its health and its numbers, for whoever operates it. Not yet listening. */
export async function createOperationsHost({ around, metrics }: Omit<HostOptions, 'parts'>): Promise<FastifyInstance> {
  const app = await createHost('builder', around);
  healthRoutes(app, around, metrics);
  app.setNotFoundHandler(refuseUnknown);
  await app.ready();
  return app;
}
