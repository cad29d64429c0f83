import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { client } from '../base44/clients.ts';
import { declaredMethods } from '../base44/declared.ts';
import { type Data, openWorld, password, type World } from '../security/world.ts';

let world: World;
beforeAll(async () => {
  // The clients write to the console.
  for (const method of ['log', 'error', 'warn'] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
  world = await openWorld({ RATE_LIMIT: 0, APP_RATE_LIMIT: 0 });
  const content = 'export default () => ({ done: true });';
  await world.json('admin', { path: `/api/apps/${world.app.id}/files/update`, body: { file: { id: 'functions/greet', content } } });
  await world.publish(world.app);
}, 60_000);
afterAll(async () => {
  await world?.server.close();
  vi.restoreAllMocks();
});

const email = 'someone@example.org';
const file = () => new File(['text\na\n'], 'notes.csv', { type: 'text/csv' });
const request = { path: '/x' };
/** What each method is called with; those without an entry get a text. */
const ARGUMENTS: Readonly<Record<string, () => readonly unknown[]>> = {
  'entities.aggregate': () => [{ groupBy: 'text' }],
  'entities.bulkCreate': () => [[{ text: 'a' }]],
  'entities.bulkUpdate': () => [[]],
  'entities.create': () => [{ text: 'a' }],
  'entities.deleteMany': () => [{ text: 'none' }],
  'entities.filter': () => [{ text: 'a' }],
  'entities.importEntities': () => [file()],
  'entities.list': () => [],
  'entities.subscribe': () => [() => undefined],
  'entities.updateMany': () => [{ text: 'none' }, { $set: { text: 'b' } }],
  'entities.upsert': () => [[{ text: 'a' }], { key: 'text' }],
  'integrations.Core.UploadFile': () => [{ file: file() }],
  'integrations.Core.UploadPrivateFile': () => [{ file: file() }],
  'integrations.Core.CreateFileSignedUrl': () => [{ file_uri: 'x' }],
  'integrations.Core.InvokeLLM': () => [{ prompt: 'x' }],
  'integrations.Core.GenerateImage': () => [{ prompt: 'x' }],
  'integrations.Core.SendEmail': () => [{ to: email, subject: 'x', body: 'x' }],
  'integrations.Core.ExtractDataFromUploadedFile': () => [{ file_url: 'https://example.org/x.csv', json_schema: { type: 'object' } }],
  'integrations.custom.call': () => ['billing', 'list', { pathParams: { id: 1 } }],
  'auth.changePassword': () => [{ userId: 'x', currentPassword: 'guess', newPassword: 'correct horse battery 2' }],
  'auth.loginViaEmailPassword': () => [email, 'guess'],
  'auth.register': () => [{ email, password }],
  'auth.resetPassword': () => [{ resetToken: 'x', newPassword: 'correct horse battery 2' }],
  'auth.verifyOtp': () => [{ email, otpCode: '123456' }],
  'auth.inviteUser': () => [email, 'user'],
  'users.inviteUser': () => [email, 'user'],
  'auth.updateMe': () => [{ colour: 'red' }],
  'functions.invoke': () => ['greet', {}],
  'functions.fetch': () => ['/greet'],
  'agents.addMessage': () => [{ id: 'x' }, { role: 'user', content: 'Hello' }],
  'agents.createConversation': () => [{ agent_name: 'x' }],
  'aiGateway.connection': () => [{ provider: 'openai' }],
  'connectors.callApi': () => ['slack', request],
  'analytics.track': () => [{ eventName: 'x' }],
  setToken: () => [],
};
/**
 * In browsers only, where they lead to addresses that have tests of their own; without a call; or, as the subscription to a conversation, with
 * the call of another method and nothing that handles its refusal.
 */
const NO_CALL = new Set([
  'agents.subscribeToConversation',
  'auth.redirectToLogin',
  'auth.loginWithProvider',
  'cleanup',
  'analytics.cleanup',
  'fetchWithAuth',
  'getConfig',
]);

/** A method of the client by its path; proxies have any name. */
interface Method {
  readonly name: string;
  readonly call: (...given: readonly unknown[]) => unknown;
}
function methodsOf(one: Data): Method[] {
  const found: Method[] = [];
  const add = (name: string, owner: Data) => {
    for (const [key, value] of Object.entries(owner))
      if (typeof value === 'function') found.push({ name: name === '' ? key : `${name}.${key}`, call: value.bind(owner) });
  };
  add('', one);
  for (const [name, owner] of Object.entries(one))
    if (typeof owner === 'object' && owner !== null && name !== 'asServiceRole') add(name, owner);
  // Proxies list no names.
  add('entities', one.entities.Note);
  add('integrations.custom', one.integrations.custom ?? {});
  for (const name of declaredMethods().filter((each) => each.startsWith('integrations.Core.')))
    found.push({ name, call: one.integrations.Core[name.slice('integrations.Core.'.length)] });
  return found;
}

/** The status of a call: of its refusal, of the response, or of what the address that it makes answers; null for one without any. */
async function statusOf({ name, call }: Method): Promise<unknown> {
  const made = (async () => call(...(ARGUMENTS[name]?.() ?? ['x'])))();
  const outcome: Data = await made.then(
    (value) => value,
    (error: unknown) => error,
  );
  if (outcome instanceof Response) return outcome.status;
  if (name === 'entities.subscribe') outcome();
  const address = typeof outcome === 'string' ? outcome : outcome?.baseURL && `${outcome.baseURL}/chat/completions`;
  if (address && URL.canParse(address)) return (await fetch(address, { method: outcome.baseURL ? 'POST' : 'GET' })).status;
  return outcome?.status ?? null;
}

const NOT_FOUND_IS_RIGHT = new Set([
  'integrations.Core.CreateFileSignedUrl',
  'entities.get',
  'entities.update',
  'entities.delete',
  'entities.restore',
]);

test.each(['builderUrl', 'runtimeUrl'] as const)(
  'every method of the newest client has an answer at the %s',
  async (host) => {
    const options = { serverUrl: world.server[host], appId: world.app.id };
    const token = world.headers.appUser['authorization']?.replace('Bearer ', '') ?? '';
    const serviceToken = world.headers.owner['authorization']?.replace('Bearer ', '') ?? '';
    const one = client('0.8.50', { ...options, token, serviceToken });
    const all = [...methodsOf(one), ...methodsOf(one.asServiceRole)].filter(({ name }) => !NO_CALL.has(name));
    const modules = new Set(all.map(({ name }) => name.split('.')[0]));
    expect([...modules]).toEqual(
      expect.arrayContaining(['agents', 'aiGateway', 'app', 'appLogs', 'connectors', 'functions', 'sso', 'users']),
    );
    expect(all.length).toBeGreaterThan(60);
    const called = new Set([...all.map(({ name }) => name), ...NO_CALL]);
    expect(declaredMethods().filter((name) => !called.has(name))).toEqual([]);
    // A log-out takes the token away.
    const calls = all.filter(({ name }) => name !== 'auth.logout');
    const answers = await Promise.all(calls.map(async (method) => [method.name, await statusOf(method)] as const));
    const unanswered = answers.filter(([name, status]) => status === 404 && !NOT_FOUND_IS_RIGHT.has(name));
    expect(unanswered).toEqual([]);
    expect(answers.filter(([, status]) => status === 500)).toEqual([]);
    const notOffered = answers.flatMap(([name, status]) => (status === 501 ? [name] : []));
    expect([...new Set(notOffered)].sort()).toMatchInlineSnapshot(`
    [
      "agents.addMessage",
      "agents.createConversation",
      "agents.getConversation",
      "agents.getConversations",
      "agents.getTelegramConnectURL",
      "agents.getWhatsAppConnectURL",
      "aiGateway.connection",
      "connectors.callApi",
      "connectors.connectAppUser",
      "connectors.disconnectAppUser",
      "connectors.getAccessToken",
      "connectors.getConnection",
      "connectors.getCurrentAppUserAccessToken",
      "connectors.getCurrentAppUserConnection",
      "connectors.getWorkspaceConnection",
      "integrations.custom.call",
      "sso.getAccessToken",
      "sso.getIdToken",
    ]
  `);
    one.cleanup();
  },
  60_000,
);

test('every call that has no counterpart says why in one sentence', async () => {
  const { integrations, agents, connectors } = client('0.8.50', { serverUrl: world.server.builderUrl, appId: world.app.id });
  const sentence = (start: string) => ({ status: 501, code: 'not-offered', message: expect.stringMatching(new RegExp(`^${start}.*\\.$`)) });
  await expect(agents.addMessage({ id: 'x' }, { content: 'a' })).rejects.toMatchObject(sentence('Apps have no agents'));
  await expect(connectors.connectAppUser('x')).rejects.toMatchObject(sentence('Apps have no connectors'));
  await expect(integrations.custom.call('x', 'y')).rejects.toMatchObject(sentence('Apps have no custom integrations'));
  // Bodies of any type and size get the same, as clients of models send them.
  for (const [type, body] of [
    ['application/octet-stream', 'x'.repeat(20_000_000)],
    ['application/json', '{'],
  ] as const) {
    const path = `${world.server.builderUrl}/api/apps/${world.app.id}/ai/openai/v1/files`;
    const answer = await fetch(path, { method: 'POST', headers: { 'content-type': type }, body });
    expect([answer.status, await answer.json()]).toMatchObject([501, { error: { message: expect.stringContaining('InvokeLLM') } }]);
  }
});
