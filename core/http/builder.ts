import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { policySource } from '../contract/index.ts';
import type { HostDependencies } from './dependencies.ts';
import { collectDocs, docsRoutes } from './docs.ts';
import { addRoutes, createHost } from './host.ts';
import { securityHeaders } from './security-headers.ts';
import { type Host, type HostOptions, listRoutes, serveCommon } from './shared.ts';
import { serveSpa } from './spa.ts';

export interface BuilderOptions extends HostOptions {
  /** Folder of the built single-page app; without an index.html in it, the host serves the API only. */
  readonly spaDirectory: string;
  /** Additional routes, registered before those of plugins. */
  readonly moreRoutes: (app: FastifyInstance) => void;
  /** Whether to upgrade a request to a WebSocket. Other upgrade requests get a response over HTTP/1.1. */
  readonly isUpgrade: (request: IncomingMessage) => boolean;
}

/** The builder host with all its routes, not yet listening. Calls no service before the first request. */
export async function createBuilderHost(options: BuilderOptions): Promise<Host> {
  const { dependencies, spaDirectory, moreRoutes, isUpgrade } = options;
  const app = await createHost('builder', dependencies, { headers: securityHeaders(builderHelmet(dependencies)), isUpgrade });
  const routes = listRoutes('builder', app);
  await collectDocs(app, dependencies.builderUrl);
  serveCommon('builder', app, options);
  moreRoutes(app);
  docsRoutes(app);
  const problems = await addRoutes(app, 'builder', options);
  await serveSpa(app, spaDirectory);
  return { app, problems, routes };
}

/** Security headers: builder pages run only their own scripts, and embed generated apps only from the runtime host. */
function builderHelmet({ builderUrl, runtimeUrl }: HostDependencies) {
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
        'connect-src': ["'self'", policySource(builderUrl.replace(/^http/, 'ws')), runtimeUrl],
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
    // A sign-in popup has to notify its opener.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' as const },
  };
}
