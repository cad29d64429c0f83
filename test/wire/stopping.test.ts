import { once } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openBuilder, openSecondNode, postJson } from './builder.ts';

const EVENTS = 'subscription ($id: ID!) { turnEvents(appId: $id, after: 0) { seq delta turn { status } } }';

/** Reads a stream: `until` resolves when it contains a text, `ended` at its end. Rejects when the connection is cut. */
function reading({ body }: Response) {
  const arrival = new EventTarget();
  let text = '';
  const ended = (async () => {
    for await (const chunk of (body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(new TextDecoderStream())) {
      text += chunk;
      arrival.dispatchEvent(new Event('more'));
    }
    return text;
  })();
  return {
    ended,
    async until(what: string): Promise<void> {
      while (!text.includes(what)) await once(arrival, 'more');
    },
  };
}

/** A subscription over a WebSocket: its messages, and the code with which the socket was closed. */
function subscribing(builderUrl: string, { authorization }: { readonly authorization: string }, variables: object) {
  const socket = new WebSocket(`${builderUrl.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const messages: string[] = [];
  const send = (message: object) => socket.send(JSON.stringify(message));
  socket.on('open', () => send({ type: 'connection_init', payload: { authorization } }));
  socket.on('message', (data) => {
    messages.push(String(data));
    if (messages.length === 1) send({ id: '1', type: 'subscribe', payload: { query: EVENTS, variables } });
  });
  return {
    messages,
    closed: once(socket, 'close').then(([code]) => code as number),
    async until(what: string): Promise<void> {
      while (!messages.some((message) => message.includes(what))) await once(socket, 'message');
    },
  };
}

test('a server that stops in mid-answer flushes its streams and tells clients to resume elsewhere', async () => {
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

  // The stream ends regularly, with a part for clients that know it; other clients see an answer without an end.
  const answer = await stream.ended;
  expect(answer).toMatch(/0:"Half"\n0:" and half"\n2:\[\{"type":"status","turnId":"[\w-]+","status":"moved"\}\]\n$/);
  // The protocols have messages for a final end, after which clients do not reconnect; neither was sent.
  expect(await events.ended).not.toContain('event: complete');
  expect(await socket.closed).toBe(1001);
  expect(socket.messages.filter((message) => message.includes('"complete"'))).toEqual([]);
  // The answer continues on the node that runs the turn.
  await here.until(' and half');
  const { app } = await builder.graphql('query ($id: ID!) { app(id: $id) { latestTurn { id status } } }', { id: appId });
  expect(app.latestTurn.status).toBe('streaming');
  await builder.graphql('mutation ($id: ID!) { stopTurn(turnId: $id) { status } }', { id: app.latestTurn.id });
  expect(await here.ended).toContain('"status":"stopped"');
});

test('a server that stops delivers pending events before closing its connections', async () => {
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
