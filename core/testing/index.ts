export { describe as describeSurface } from '../server.ts';
export { type GraphResult, type TestHost, type TestHostOptions, testHost } from './host.ts';
export { type AppServer, startTestServer, type TestServer, type TestServerOptions } from './server.ts';
