import { addRoutes, createHost, refuseUnknown } from './host.ts';
import { securityHeaders } from './security-headers.ts';
import { type Host, type HostOptions, listRoutes, serveCommon } from './shared.ts';

/** The runtime host with all its routes, not yet listening. Calls no service before the first request. */
export async function createRuntimeHost(options: HostOptions): Promise<Host> {
  const { dependencies } = options;
  // A separate origin isolates generated code from the builder. Its pages set their own policy.
  const headers = securityHeaders({
    contentSecurityPolicy: false,
    frameguard: false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    crossOriginOpenerPolicy: false,
    strictTransportSecurity: false,
  });
  const app = await createHost('runtime', dependencies, { headers });
  const routes = listRoutes('runtime', app);
  serveCommon('runtime', app, options);
  const problems = await addRoutes(app, 'runtime', options);
  app.setNotFoundHandler(refuseUnknown);
  return { app, problems, routes };
}
