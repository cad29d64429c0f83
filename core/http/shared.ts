import type { FastifyInstance } from 'fastify';
import type { Access, Deed, HostName } from '../contract/index.ts';
import type { HostDependencies, RoutePart } from './dependencies.ts';
import { healthRoutes, type Metrics } from './health.ts';
import type { RouteProblem } from './host.ts';
import { signedBlobRoutes } from './signed.ts';

export interface HostOptions {
  readonly dependencies: HostDependencies;
  /** In start order. */
  readonly parts: readonly RoutePart[];
  /** Shared by both hosts. */
  readonly metrics: Metrics;
}

/** A route as its host has it. */
export interface HostRoute {
  readonly host: HostName;
  readonly method: string;
  /** With `:parameters`, as it was declared. */
  readonly url: string;
  /** Null for routes without authentication: health, documentation, the files of the single-page app. */
  readonly access: Access | null;
  /** Likewise. */
  readonly does: Deed | null;
}

export interface Host {
  readonly app: FastifyInstance;
  readonly problems: readonly RouteProblem[];
  /** All routes, without the HEAD routes of GET routes. */
  readonly routes: readonly HostRoute[];
}

/** A list that collects all routes added later. */
export function listRoutes(host: HostName, app: FastifyInstance): readonly HostRoute[] {
  const routes: HostRoute[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    const { access = null, does = null } = (config ?? {}) as { readonly access?: Access; readonly does?: Deed };
    for (const one of [method].flat()) if (one !== 'HEAD') routes.push({ host, method: one, url, access, does });
  });
  return routes;
}

/** Routes of both hosts: health, metrics, files of signed links. */
export function serveCommon(host: HostName, app: FastifyInstance, { dependencies, metrics }: HostOptions): void {
  metrics.observe(app, host);
  healthRoutes(app, dependencies, metrics);
  if (dependencies.signedBlobs) signedBlobRoutes(app, dependencies.signedBlobs);
}
