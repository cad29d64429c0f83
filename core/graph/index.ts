export { graphRoutes } from './routes.ts';
export { buildGraph, printGraph } from './schema.ts';
export { createGraphServer, type GraphServer, type GraphServerOptions } from './server.ts';
