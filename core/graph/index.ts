export { graphRoutes } from './routes.ts';
export { buildGraph, printGraph } from './schema.ts';
export { createGraphServer, type GraphServer } from './server.ts';
