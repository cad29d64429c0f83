import accounts from '@sayso/accounts';
import apps from '@sayso/apps';
import chat from '@sayso/chat';
import { startTestServer } from '@sayso/core/testing';
import entities from '@sayso/entities';
import models from '@sayso/models';
import runtime from '@sayso/runtime';
import { expect, test } from 'vitest';
import { postJson, signUp } from './builder.ts';

const READ = `query ($id: ID!) { app(id: $id) { name latestTurn { status error assistantMessage { versionId } }
  currentVersion { id pages { name isMain } tables { name } } } }`;

test('the whole product creates an app from a sentence, offline', async () => {
  await using server = await startTestServer([accounts, runtime, apps, entities, models, chat]);
  const { token } = await signUp(server.builderUrl, 'ada@example.org');
  const headers = { authorization: `Bearer ${token}` };
  const graphql = async (query: string, variables = {}) =>
    ((await (await postJson(`${server.builderUrl}/graphql`, { query, variables }, headers)).json()) as { data: Record<string, never> })
      .data;
  const { id } = (await graphql('mutation { createApp(input: {}) { id } }'))['createApp'] as unknown as { id: string };
  const messages = [{ role: 'user', content: 'A habit tracker with name, frequency and streak' }];
  const answer = await postJson(`${server.builderUrl}/api/apps/${id}/chat`, { messages }, headers);
  expect(await answer.text()).toContain('d:{"finishReason":"stop"');
  const { app } = (await graphql(READ, { id })) as unknown as { app: { currentVersion: { id: string } } };
  expect(app).toMatchObject({
    name: 'Habit tracker',
    latestTurn: { status: 'ready', error: null, assistantMessage: { versionId: app.currentVersion.id } },
    currentVersion: { tables: [{ name: 'Habit' }] },
  });
});
