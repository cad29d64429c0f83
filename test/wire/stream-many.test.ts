import { createClient } from 'graphql-ws';
import { expect, test } from 'vitest';
import WebSocket from 'ws';
import { openBuilder, postJson } from './builder.ts';
import { gatedAnswer } from './stream-answer.ts';

const TURNS = 100;
const PIECES = 20;
const PART = '__typename ... on TextPart { text } ... on ActionPart { action { type file content status } }';
const TURN = `status lastSeq assistantMessage { content parts { ${PART} } }`;

/** Text of a data stream, and its last annotation. */
function read(stream: string) {
  const parts = stream.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)] as const);
  const values = (code: string) => parts.filter(([own]) => own === code).map(([, value]) => JSON.parse(value));
  return { text: values('0').join(''), annotation: values('8')[0]?.[0], ends: values('d').length };
}

test(`${TURNS} concurrent turns on one node: each is complete, without text of another`, { timeout: 60_000 }, async () => {
  await using builder = await openBuilder();
  const makeApp = async () => (await builder.graphql('mutation { createApp(input: {}) { id } }')).createApp.id as string;
  const apps: string[] = [];
  for (let app = 0; app < TURNS; app += 1) apps.push(await makeApp());
  // In lockstep: all turns send one piece, then all send the next.
  const rounds = Array.from({ length: PIECES }, () => ({ arrived: 0, gate: Promise.withResolvers<void>() }));
  const arrive = (round: number): Promise<void> => {
    const { gate } = rounds[round] ?? { gate: Promise.withResolvers<void>() };
    const here = rounds[round];
    if (here !== undefined && ++here.arrived === TURNS) gate.resolve();
    return gate.promise;
  };
  builder.speak(async function* ({ messages }) {
    const who = messages.at(-1)?.content ?? '';
    for (let round = 0; round < PIECES; round += 1) {
      await arrive(round);
      yield round === PIECES - 1 ? pageOf(who) : `${who} says ${round}. `;
    }
  });
  const answers = await Promise.all(
    apps.map(async (appId, at) => {
      const api = `${builder.server.builderUrl}/api/apps/${appId}/chat`;
      const answer = await postJson(api, { messages: [{ id: `m${at}`, role: 'user', content: `Turn ${at}` }] }, builder.headers);
      return read(await answer.text());
    }),
  );
  expect(rounds.map(({ arrived }) => arrived)).toEqual(Array(PIECES).fill(TURNS));
  for (const [at, { text, annotation, ends }] of answers.entries()) {
    const said = Array.from({ length: PIECES - 1 }, (_, round) => `Turn ${at} says ${round}. `).join('');
    expect(text).toBe(said + pageOf(`Turn ${at}`));
    expect([annotation.status, ends]).toEqual(['ready', 1]);
    const { app } = await builder.graphql(
      `query ($id: ID!) { app(id: $id) { currentVersion { id files { path content } } latestTurn { ${TURN} } messages { role content } } }`,
      { id: apps[at] },
    );
    expect(app.currentVersion).toMatchObject({ id: annotation.versionId, files: [{ path: 'pages/Home', content: `// Turn ${at}\n` }] });
    expect(app.messages).toEqual([
      { role: 'user', content: `Turn ${at}` },
      { role: 'assistant', content: text },
    ]);
  }
});

const pageOf = (who: string) => `<action type="add_file" file="pages/Home" title="Page">\n// ${who}\n</action>`;

test('three tabs, one of them late, and a data stream show the same text', async () => {
  const { script, open } = gatedAnswer(PIECES);
  await using builder = await openBuilder(script);
  const url = `${builder.server.builderUrl.replace('http', 'ws')}/graphql`;
  // biome-ignore lint/suspicious/noExplicitAny: the shape depends on the client's request
  type Event = any;
  const query = `subscription ($id: ID!) { turnEvents(appId: $id, after: 0) { seq kind partIndex delta action { type file content status } turn { ${TURN} } } }`;
  const clients = [0, 1, 2].map(() => createClient({ url, webSocketImpl: WebSocket, connectionParams: builder.headers, retryAttempts: 0 }));
  const tab = async (number: number): Promise<Event[]> => {
    const events: Event[] = [];
    const live = clients[number]?.iterate<{ turnEvents: Event }>({ query, variables: { id: builder.appId } }) ?? [];
    for await (const { data } of live) {
      events.push(data?.turnEvents);
      if (data?.turnEvents.turn?.status === 'ready') break;
    }
    return events;
  };
  const input = { appId: builder.appId, content: 'All of it', clientId: 'own' };
  await builder.graphql('mutation ($input: SendMessageInput!) { sendMessage(input: $input) { id } }', { input });
  const early = [tab(0), tab(1)];
  for (let piece = 0; piece < PIECES / 2; piece += 1) open(piece);
  const resumed = fetch(builder.api, { headers: builder.headers });
  const late = tab(2);
  await resumed;
  for (let piece = PIECES / 2; piece < PIECES; piece += 1) open(piece);
  const [first, ...others] = await Promise.all([...early, late]);
  for (const other of others) expect(other).toEqual(first);
  const end = first?.at(-1).turn;
  expect(read(await (await resumed).text())).toMatchObject({ text: end.assistantMessage.content, annotation: { status: 'ready' } });
  expect(first?.map(({ seq }) => seq)).toEqual(first?.map((_event, at) => at + 1));
  const { app } = await builder.graphql(`query ($id: ID!) { app(id: $id) { latestTurn { ${TURN} } } }`, { id: builder.appId });
  expect(app.latestTurn).toEqual(end);
  await Promise.all(clients.map((client) => client.dispose()));
});
