import { once } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openBuilder, openSecondNode, postJson } from './builder.ts';

const EVENTS = 'subscription ($id: ID!) { turnEvents(appId: $id, after: 0) { seq delta turn { status } } }';

/** Reads a stream: resolves when it holds a text, and at its end. Rejects when it is cut off. */
function reading({ body }: Response) {
  const told = new EventTarget();
  let text = '';
  const ended = (async () => {
    for await (const chunk of (body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(new TextDecoderStream())) {
      text += chunk;
      told.dispatchEvent(new Event('more'));
    }
    return text;
  })();
  return {
    ended,
    async until(what: string): Promise<void> {
      while (!text.includes(what)) await once(told, 'more');
    },
  };
}

/** A subscription on a WebSocket: what it was told, and the code with which the socket was closed. */
function subscribing(builderUrl: string, { authorization }: { readonly authorization: string }, variables: object) {
  const socket = new WebSocket(`${builderUrl.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const told: string[] = [];
  const send = (message: object) => socket.send(JSON.stringify(message));
  socket.on('open', () => send({ type: 'connection_init', payload: { authorization } }));
  socket.on('message', (data) => {
    told.push(String(data));
    if (told.length === 1) send({ id: '1', type: 'subscribe', payload: { query: EVENTS, variables } });
  });
  return {
    told,
    closed: once(socket, 'close').then(([code]) => code as number),
    async until(what: string): Promise<void> {
      while (!told.some((message) => message.includes(what))) await once(socket, 'message');
    },
  };
}

test('a server that stops in mid-answer gives its readers the last of it, and tells them to read on elsewhere', async () => {
  const more = Promise.withResolvers<void>();
  await using builder = await openBuilder(['Half', more.promise, ' and half', new Promise(() => undefined)]);
  const { appId, headers } = builder;
  const other = await openSecondNode(builder);
  const sent = await postJson(builder.api, { messages: [{ role: 'user', content: 'a' }] }, headers);
  const here = reading(sent);
  await here.until('0:"Half"');

  const stream = reading(await fetch(`${other.builderUrl}/api/apps/${appId}/chat`, { headers }));
  const accept = { ...headers, accept: 'text/event-stream' };
  const events = reading(await postJson(`${other.builderUrl}/graphql`, { query: EVENTS, variables: { id: appId } }, accept));
  const socket = subscribing(other.builderUrl, headers, { id: appId });
  const readers = [stream, events, socket];
  await Promise.all(readers.map((reader) => reader.until('Half')));
  more.resolve();
  await Promise.all(readers.map((reader) => reader.until(' and half')));
  await other.close();

  // Ended in order, with a word for who knows it; a client that does not sees an answer without an end.
  const answer = await stream.ended;
  expect(answer).toMatch(/0:"Half"\n0:" and half"\n2:\[\{"type":"status","turnId":"[\w-]+","status":"moved"\}\]\n$/);
  // The protocols have their own words for an end after which nobody comes back; neither was said.
  expect(await events.ended).not.toContain('event: complete');
  expect(await socket.closed).toBe(1001);
  expect(socket.told.filter((message) => message.includes('"complete"'))).toEqual([]);
  // On the node that works on it the answer goes on.
  await here.until(' and half');
  const { app } = await builder.graphql('query ($id: ID!) { app(id: $id) { latestTurn { id status } } }', { id: appId });
  expect(app.latestTurn.status).toBe('streaming');
  await builder.graphql('mutation ($id: ID!) { stopTurn(turnId: $id) { status } }', { id: app.latestTurn.id });
  expect(await here.ended).toContain('"status":"stopped"');
});

test('what happens while a server stops is told before its connections end', async () => {
  await using builder = await openBuilder([]);
  const { appId, headers } = builder;
  const other = await openSecondNode(builder);
  const changed = 'subscription ($id: ID!) { appChanged(appId: $id) { name } }';
  const accept = { ...headers, accept: 'text/event-stream' };
  const events = reading(await postJson(`${other.builderUrl}/graphql`, { query: changed, variables: { id: appId } }, accept));
  await events.until('"appChanged"');
  const rename = { query: 'mutation ($id: ID!) { renameApp(id: $id, name: "Renamed") { id } }', variables: { id: appId } };
  const renamed = await postJson(`${other.builderUrl}/graphql`, rename, headers);
  expect(renamed.status).toBe(200);
  await other.close();
  expect(await events.ended).toContain('Renamed');
});
