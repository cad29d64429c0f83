import type { Edge, Http } from '@sayso/core';
import { accessRoutes, exchangeRoute, loginRoutes } from './routes/access.ts';
import { appRoutes } from './routes/apps.ts';
import { allowAnyOrigin } from './routes/cors.ts';
import { fileRoutes } from './routes/files.ts';
import type { AppsService } from './service-ref.ts';

/** On the builder host: everything. */
export function routes(http: Http, { service }: Edge<AppsService>): void {
  appRoutes(http, service);
  fileRoutes(http, service);
  loginRoutes(http, service);
  accessRoutes(http, service);
}

/** On the runtime host: only how users of an app get and renew their token. */
export function runtimeRoutes(http: Http, { service }: Edge<AppsService>): void {
  allowAnyOrigin(http, '/live_api/apps/:appId/auth/*');
  accessRoutes(http, service);
  exchangeRoute(http, service);
}
