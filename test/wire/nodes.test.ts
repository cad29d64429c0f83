import { expect, test } from 'vitest';
import { openBuilder, openSecondNode, postJson } from './builder.ts';

const READ = 'query ($id: ID!) { app(id: $id) { latestTurn { id status assistantMessage { content } } } }';
const STOP = 'mutation ($id: ID!) { stopTurn(turnId: $id) { status } }';

/** Reads a stream until it contains a text. */
async function readUntil(response: Response, text: string): Promise<string> {
  let read = '';
  if (response.body === null) throw new Error('The answer has no body.');
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    read += chunk;
    if (read.includes(text)) return read;
  }
  throw new Error(`The stream ended without ${text}: ${read}`);
}

test('a turn can be streamed and stopped on another node than the one that runs it', async () => {
  await using builder = await openBuilder(['Half', new Promise(() => undefined)]);
  await using other = await openSecondNode(builder);
  const elsewhere = `${other.builderUrl}/api/apps/${builder.appId}/chat`;
  const sent = await postJson(builder.api, { messages: [{ role: 'user', content: 'a' }] }, builder.headers);
  await readUntil(sent, '0:"Half"');
  const followed = await fetch(elsewhere, { headers: builder.headers });
  expect(followed.status).toBe(200);
  const { app } = await builder.graphql(READ, { id: builder.appId });
  const stop = { query: STOP, variables: { id: app.latestTurn.id } };
  const stopping = postJson(`${other.builderUrl}/graphql`, stop, builder.headers);
  const read = await readUntil(followed, '"status":"stopped"');
  expect(read).toContain('0:"Half"');
  expect((await (await stopping).json()) as object).toMatchObject({ data: { stopTurn: { status: expect.any(String) } } });
  const after = await builder.graphql(READ, { id: builder.appId });
  expect(after.app.latestTurn).toMatchObject({ status: 'stopped', assistantMessage: { content: 'Half' } });
});
