import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fetchAt, pkce } from '../app-origin.ts';
import { openSocket } from '../base44/socket.ts';
import { type Product, startProduct } from '../product.ts';
import { bearer, cookieOf, type Data, files, password, signUp } from '../security/world.ts';

// The product with its most verbose logging, under load: no log line may contain a credential.

const SECRET = 'an installation secret of forty characters';
let product: Product;
/** Description of each secret, by its value. */
const secrets = new Map<string, string>();
/** Responses that strangers received. */
const served: string[] = [];

beforeAll(async () => {
  product = await startProduct({ LOG_LEVEL: 'debug', SECRET, OPENAI_API_KEY: '' });
  await busy(product);
  await product.stop();
}, 90_000);
afterAll(() => product?.stop());

async function busy({ builderUrl, runtimeUrl }: Product): Promise<void> {
  secrets.set(SECRET, 'the secret of the installation');
  secrets.set(createHmac('sha256', SECRET).digest('hex'), 'a key made of it');
  secrets.set(password, 'a password');
  secrets.set('another long secret', 'a password');
  const person = await signUp(product, 'owner@example.org');
  keep(person.token, 'a session');
  keep(person.cookie.replace(/^[^=]+=/, ''), 'a cookie');
  const headers = { 'content-type': 'application/json', ...bearer(person.token) };
  const send = (url: string, body: object, more: Record<string, string> = {}) =>
    fetch(url, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) });
  const graphql = async (query: string, variables: object = {}): Promise<Data> =>
    ((await (await send(`${builderUrl}/graphql`, { query, variables })).json()) as Data).data;

  const { id } = (await (
    await send(`${builderUrl}/api/apps`, { appType: 'generated', genApp: { name: 'Notes', ...files } })
  ).json()) as Data;
  const { publishApp } = await graphql('mutation ($id: ID!) { publishApp(id: $id) { url } }', { id });
  const leak = `export default (_, { env }) => { console.log(env.OWN_KEY); if (env.SHOP === undefined) throw new Error(env.OWN_KEY); return env; };`;
  await send(`${builderUrl}/api/apps/${id}/files/update`, { file: { id: 'functions/leak', content: leak } });
  const secret = 'whsec_of_a_function_of_the_app';
  keep(secret, 'a secret of a function');
  const set =
    'mutation ($id: ID!, $name: String!, $value: String!, $isSecret: Boolean!) { setFunctionVariable(appId: $id, name: $name, value: $value, isSecret: $isSecret) { value } }';
  served.push(JSON.stringify(await graphql(set, { id, name: 'OWN_KEY', value: secret, isSecret: true })).padEnd(101));
  for (const _time of ['throws', 'answers']) {
    const run = await graphql('mutation ($id: ID!) { testFunction(appId: $id, name: "leak") { answer run { error logs { text } } } }', {
      id,
    });
    served.push(JSON.stringify(run).padEnd(101));
    await graphql(set, { id, name: 'SHOP', value: 'Tea', isSecret: false });
  }
  const { startPreview } = await graphql('mutation ($id: ID!) { startPreview(appId: $id) { token frameUrl } }', { id });
  keep(startPreview.token, 'a token of the preview');
  const { codeVerifier, codeChallenge } = pkce();
  const { redirectTo } = (await (
    await send(`${builderUrl}/api/apps/${id}/login-code`, { nextUrl: publishApp.url, codeChallenge })
  ).json()) as Data;
  const code = new URLSearchParams(new URL(redirectTo).hash.slice(1)).get('code') ?? '';
  keep(code, 'a code of a log-in');
  const exchange = `/live_api/apps/${id}/auth/exchange`;
  const { token } = (await (await fetchAt(publishApp.url, exchange, { body: { code, codeVerifier } })).json()) as Data;
  keep(codeVerifier, 'a code verifier');
  keep(token, 'a token of an app');
  // Failed calls are logged too, some of them in full.
  await fetchAt(publishApp.url, exchange, { body: { code, codeVerifier } });
  await fetch(`${runtimeUrl}/live_api/apps/${id}/entities/Note`, { headers: bearer(`${token}x`) });
  await fetch(`${runtimeUrl}/live_api/apps/${id}/entities/Note?token=${token}&q={`, { headers: bearer(token) });
  // Clients of another product send their token in the address of a WebSocket, and may repeat it in others.
  for (const each of [token, `${token}x`]) await (await openSocket({ serverUrl: runtimeUrl, appId: id, token: each })).socket.terminate();
  await fetch(`${runtimeUrl}/ws-user-apps/socket.io/?EIO=4&transport=polling&token=${token}`);
  await fetchAt(publishApp.url, `/login?from_url=${publishApp.url}&access_token=${token}`);
  await fetchAt(publishApp.url, `/api/apps/auth/logout?from_url=${encodeURIComponent(`${publishApp.url}/?access_token=${token}`)}`);
  await fetch(`${runtimeUrl}/api/apps/${id}/auth/login?token=${token}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email: 'x', password }),
  });
  await fetch(`${builderUrl}/api/apps?token=${person.token}`, { headers: { cookie: person.cookie } });
  await fetch(`${builderUrl}/api/nothing?token=${person.token}`, { headers: { cookie: person.cookie } });
  await fetch(`${builderUrl}/graphql`, { method: 'POST', headers, body: `{"query":"{ me { id } }", "token":"${person.token}"` });
  await send(`${builderUrl}/api/auth/sign-in/email`, { email: person.email, password: `${password} but wrong` });
  const signedIn = await send(`${builderUrl}/api/auth/sign-in/email`, { email: person.email, password });
  keep(cookieOf(signedIn).replace(/^[^=]+=/, ''), 'a cookie');
  await send(`${builderUrl}/api/live_api/account/sendResetPasswordEmail`, { email: person.email });
  const mails = async () => (await graphql('{ outbox { subject text } }')).outbox as Data[];
  // The reset mail is written by a job.
  const outbox = await vi.waitFor(
    async () => {
      const found = await mails();
      expect(found.map(({ subject }) => subject)).toContain('Reset your password');
      return found;
    },
    { timeout: 10_000 },
  );
  for (const { subject, text: letter } of outbox) {
    const link = new URL(/https?:\S+/.exec(letter)?.[0] ?? 'missing:');
    keep(tokenIn(link) ?? '', `the link of "${subject}"`);
  }
  const mail = outbox.find(({ subject }: Data) => subject === 'Reset your password');
  const reset = tokenIn(new URL(/https?:\S+/.exec(mail.text)?.[0] ?? ''));
  await send(`${builderUrl}/api/auth/reset-password`, { newPassword: 'another long secret', token: reset });
  await send(`${builderUrl}/api/auth/reset-password`, { newPassword: 'another long secret', token: reset });
  await send(`${builderUrl}/api/auth/sign-out`, {});

  for (const url of [`${builderUrl}/login`, startPreview.frameUrl, `${builderUrl}/api/docs/json`]) {
    served.push(await (await fetch(url, { headers: { accept: 'text/html' } })).text());
  }
  // Only browsers resolve the host names of published apps.
  const host = new URL(publishApp.url).host;
  served.push(await textAt(runtimeUrl, host));
  expect(served.at(-1)).toContain('<title>Notes</title>');
}

async function textAt(url: string, host: string): Promise<string> {
  const [answer] = (await once(get(url, { headers: { host } }), 'response')) as [IncomingMessage];
  return text(answer);
}

/** Also in its URL-encoded form. */
function keep(value: string, what: string): void {
  expect(value.length, what).toBeGreaterThan(15);
  secrets.set(value, what);
  secrets.set(decodeURIComponent(value), what);
}

const found = (line: string) => [...secrets].filter(([value]) => line.includes(value)).map(([, what]) => what);

test('no log line contains a credential', () => {
  const lines = product.output().split('\n');
  expect(lines.filter((line) => line.includes('"msg":"Request"')).length).toBeGreaterThan(20);
  expect(lines.filter((line) => line.includes('mail: kept in the outbox')).length).toBeGreaterThan(0);
  for (const line of lines) expect([line, found(line)]).toEqual([line, []]);
});

test('no response to strangers contains a credential', () => {
  expect(served.every((page) => page.length > 100)).toBe(true);
  expect(served.flatMap(found)).toEqual([]);
});

test('no client or library file contains a key or a source path', async () => {
  const root = join(import.meta.dirname, '..', '..');
  for (const folder of ['web/dist/assets', 'runtime/dist/lib', 'runtime/dist/vendor']) {
    const names = await readdir(join(root, folder)).catch(() => []);
    expect(names.filter((name) => name.endsWith('.map'))).toEqual([]);
    for (const name of names.filter((one) => one.endsWith('.js'))) {
      const code = await readFile(join(root, folder, name), 'utf8');
      const keys = /-----BEGIN [A-Z ]*PRIVATE KEY|mongodb(?:\+srv)?:\/\/\w+:|\bsk-[A-Za-z0-9]{20}|\bAKIA[A-Z0-9]{16}/.exec(code)?.[0];
      expect([name, keys, found(code), code.includes(root)]).toEqual([name, undefined, [], false]);
    }
  }
});

/** The secret in the link of a mail. */
const tokenIn = (link: URL): string | null => new URLSearchParams(link.hash.slice(1)).get('token');
