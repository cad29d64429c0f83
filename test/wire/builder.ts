import accounts from '@sayso/accounts';
import apps from '@sayso/apps';
import chat from '@sayso/chat';
import { startTestServer, type TestServer } from '@sayso/core/testing';
import entities from '@sayso/entities';
import { type RuntimeApi, runtimeRef } from '@sayso/runtime/ref';
import validator from '@sayso/validator';
import { type Script, scriptedModels } from './scripted-models.ts';

// biome-ignore lint/suspicious/noExplicitAny: the shape depends on the client's request
type Data = any;

/** A server on two real ports with a scripted model, a signed-in builder, and their empty app. */
export function openBuilder(...scripts: Script[]) {
  return openBuilderWith({}, ...scripts);
}

/** As `openBuilder`, with settings of the configuration. */
export async function openBuilderWith(settings: Readonly<Record<string, unknown>>, ...scripts: Script[]) {
  const models = scriptedModels(scripts);
  const server = await startTestServer(
    [accounts, apps, entities, validator, chat],
    { RATE_LIMIT: '0', ...settings },
    { provide: [models.provide, [runtimeRef, runtime]] },
  );
  try {
    const { token } = await signUp(server.builderUrl, 'ada@example.org');
    const headers = { authorization: `Bearer ${token}` };
    const graphql = async (query: string, variables: object = {}): Promise<Data> => {
      const answer = await postJson(`${server.builderUrl}/graphql`, { query, variables }, headers);
      const { data, errors } = (await answer.json()) as Data;
      if (errors) throw new Error(JSON.stringify(errors));
      return data;
    };
    const { createApp } = await graphql('mutation { createApp(input: {}) { id } }');
    const api = `${server.builderUrl}/api/apps/${createApp.id}/chat`;
    return {
      server,
      headers,
      graphql,
      api,
      appId: createApp.id as string,
      requests: models.requests,
      speak: models.speak,
      [Symbol.asyncDispose]: () => server.close(),
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** Another node on the same data, which runs no jobs. */
export function openSecondNode(
  { server }: Awaited<ReturnType<typeof openBuilder>>,
  settings: Readonly<Record<string, unknown>> = {},
): Promise<TestServer> {
  const provide = [scriptedModels([]).provide, [runtimeRef, runtime] as const];
  return startTestServer(
    [accounts, apps, entities, validator, chat],
    { ROLE: 'builder,runtime', ...settings },
    { provide, dataDir: server.dataDir },
  );
}

export async function signUp(builderUrl: string, email: string): Promise<{ readonly token: string }> {
  const response = await postJson(`${builderUrl}/api/auth/sign-up/email`, { name: 'Ada', email, password: 'correct horse battery' });
  return (await response.json()) as { token: string };
}

export function postJson(url: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });
}

/** These tests are not about compiling: every app compiles. */
const runtime: Partial<RuntimeApi> = {
  prepare: () => undefined,
  check: async () => [],
  inspect: async () => ({ issues: [], repaired: {}, fixes: {} }),
  render: async () => ({ issues: [], status: 'done', pages: [], milliseconds: 0 }),
  pages: () => [],
  appUrl: (slug) => `http://${slug}.localhost`,
  frameUrl: (appId) => `http://localhost/${appId}`,
};
