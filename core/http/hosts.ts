import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Access, HostName } from '../contract/index.ts';
import { collectDocs, docsRoutes } from './docs.ts';
import { createMetrics, healthRoutes } from './health.ts';
import { addRoutes, createHost, type RouteProblem, refuseUnknown } from './host.ts';
import { signedBlobRoutes } from './signed.ts';
import { serveSpa } from './spa.ts';
import type { RoutePart, Surroundings } from './surroundings.ts';

export interface HostsOptions {
  readonly around: Surroundings;
  /** In the order in which they start. */
  readonly parts: readonly RoutePart[];
  /** Folder of the built single-page app; without an index.html in it, only calls are served. */
  readonly spaDirectory: string;
  /** Whether `/metrics` holds the numbers of the process too. */
  readonly processMetrics: boolean;
  /** More routes of the builder host, before the plugins'. */
  readonly builderRoutes: (app: FastifyInstance) => void;
}

/** A route as its host has it. */
export interface HostRoute {
  readonly host: HostName;
  readonly method: string;
  /** With `:parameters`, as it was declared. */
  readonly url: string;
  /** Null for the few that ask nobody who they are: health, documentation, the files of the single-page app. */
  readonly access: Access | null;
}

export interface Hosts {
  readonly builder: FastifyInstance;
  readonly runtime: FastifyInstance;
  readonly problems: readonly RouteProblem[];
  /** Every route of both hosts; HEAD is left out beside GET. */
  readonly routes: readonly HostRoute[];
}

/** The two hosts with all routes, not yet listening. Nothing is asked of a service before the first request. */
export async function createHosts({ around, parts, spaDirectory, processMetrics, builderRoutes }: HostsOptions): Promise<Hosts> {
  const metrics = createMetrics(processMetrics);
  const builder = await createHost('builder', around);
  const runtime = await createHost('runtime', around);
  const routes: HostRoute[] = [];
  for (const [host, app] of [['builder', builder] as const, ['runtime', runtime] as const]) {
    app.addHook('onRoute', ({ method, url, config }) => {
      const { access = null } = (config ?? {}) as { readonly access?: Access };
      for (const one of [method].flat()) if (one !== 'HEAD') routes.push({ host, method: one, url, access });
    });
  }
  await builder.register(helmet, builderHelmet(around));
  // Generated code is kept away from the builder by its origin. Its pages set their own policy.
  await runtime.register(helmet, {
    contentSecurityPolicy: false,
    frameguard: false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    crossOriginOpenerPolicy: false,
    strictTransportSecurity: false,
  });
  await collectDocs(builder, around.builderUrl);
  for (const [host, app] of [['builder', builder] as const, ['runtime', runtime] as const]) {
    metrics.observe(app, host);
    healthRoutes(app, around, metrics);
    if (around.signedBlobs) signedBlobRoutes(app, around.signedBlobs);
  }
  builderRoutes(builder);
  docsRoutes(builder);
  const problems = [...(await addRoutes(builder, 'builder', parts)), ...(await addRoutes(runtime, 'runtime', parts))];
  await serveSpa(builder, spaDirectory);
  runtime.setNotFoundHandler(refuseUnknown);
  return { builder, runtime, problems, routes };
}

/** The builder's pages run their own scripts only, and show generated apps only in frames of the runtime host. */
function builderHelmet({ builderUrl, runtimeUrl }: Surroundings) {
  const apps = runtimeUrl.replace('://', '://*.');
  const secure = builderUrl.startsWith('https:');
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        // Components set positions and colours in style attributes.
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:', 'https:', ...(secure ? [] : ['http:'])],
        'font-src': ["'self'", 'data:'],
        'media-src': ["'self'", 'blob:', 'https:', runtimeUrl],
        'connect-src': ["'self'", builderUrl.replace(/^http/, 'ws'), runtimeUrl],
        'frame-src': [runtimeUrl, apps],
        'worker-src': ["'self'", 'blob:'],
        'object-src': ["'none'"],
        'base-uri': ["'self'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'self'"],
      },
    },
    strictTransportSecurity: secure,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
    // A sign-in popup has to tell its opener that it is done.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' as const },
  };
}
