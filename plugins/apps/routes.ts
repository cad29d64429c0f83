import type { Http } from '@sayso/core';
import { accessRoutes, exchangeRoute, loginRoutes } from './routes/access.ts';
import { appRoutes } from './routes/apps.ts';
import { allowAnyOrigin } from './routes/cors.ts';
import { fileRoutes } from './routes/files.ts';

/** On the builder host: everything. */
export function routes(http: Http): void {
  appRoutes(http);
  fileRoutes(http);
  loginRoutes(http);
  accessRoutes(http);
}

/** On the runtime host: only how users of an app get and renew their token. */
export function runtimeRoutes(http: Http): void {
  allowAnyOrigin(http, '/live_api/apps/:appId/auth/*');
  accessRoutes(http);
  exchangeRoute(http);
}
