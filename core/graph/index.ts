export { graphRoutes } from './routes.ts';
export { buildGraph, type Graph, printGraph } from './schema.ts';
export { createGraphServer, type GraphServer } from './server.ts';
