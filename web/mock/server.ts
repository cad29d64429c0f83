/**
 * A stand-in for the builder host: the schema over data in memory, so that every state of every screen can be looked at.
 * `node mock/server.ts [port]`, then `SAYSO_SERVER=http://localhost:<port> vite`. Words in a message choose what happens: fail, truncate, confirm, slow.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { useServer } from 'graphql-ws/use/ws';
import { createSchema, createYoga } from 'graphql-yoga';
import { WebSocketServer } from 'ws';
import { mockWorld } from './world.ts';

const port = Number(process.argv[2] ?? 4100);
const world = mockWorld(`http://localhost:${port}`);
const typeDefs = readFileSync(join(import.meta.dirname, '../../schema.graphql'), 'utf8');
const schema = createSchema({ typeDefs, resolvers: world.resolvers as never });
const yoga = createYoga({ schema, maskedErrors: false, logging: false, graphiql: false });

const server = createServer((request, response) => {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname;
  if (path === '/graphql') return void yoga(request, response);
  if (path === '/frame') {
    response.writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' });
    return void response.end(readFileSync(join(import.meta.dirname, 'frame.html')));
  }
  void rest(path, request, response);
});

async function rest(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let text = '';
  for await (const chunk of request) text += chunk;
  const answer = world.rest(path, text === '' ? {} : (JSON.parse(text) as Record<string, string>));
  response.writeHead(answer.status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer.body));
}

// biome-ignore lint/correctness/useHookAtTopLevel: not a hook of React
useServer({ schema }, new WebSocketServer({ server, path: '/graphql' }));
server.listen(port, 'localhost');
