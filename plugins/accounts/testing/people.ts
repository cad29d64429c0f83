import type { testHost } from '@sayso/core/testing';
import { expect } from 'vitest';

export type Host = Awaited<ReturnType<typeof testHost>>;
export const password = 'a long enough secret';

/** Calls on the builder host, as a browser or a program makes them. */
export const post = (host: Host, path: string, body: object, headers: Record<string, string> = {}) =>
  host.fetch(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });

export async function signUp(host: Host, email: string): Promise<{ token: string; id: string; cookie: string }> {
  const response = await post(host, '/api/auth/sign-up/email', { name: 'Ada', email, password });
  expect(response.status).toBe(200);
  const body = (await response.json()) as { token: string; user: { id: string } };
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return { token: body.token, id: body.user.id, cookie };
}
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
export const me = async (host: Host, headers: Record<string, string>) => {
  const response = await post(host, '/graphql', { query: '{ me { id email isAdmin emailVerified accountType plan } }' }, headers);
  return ((await response.json()) as { data: { me: Record<string, unknown> | null } }).data.me;
};
/** The secret of a link in a mail. */
export const tokenIn = (link: URL) => new URLSearchParams(link.hash.slice(1)).get('token');
/** The link of the newest mail with this subject; waits, since a job writes some of them. */
export const linkIn = async (host: Host, subject: string): Promise<URL> => {
  const admin = { kind: 'account', id: 'x', admin: true } as const;
  const read = async () => {
    const { data } = await host.graphql('{ outbox { subject text } }', {}, admin);
    const mails = (data as { outbox: { subject: string; text: string }[] }).outbox;
    return /https?:\S+/.exec(mails.find((mail) => mail.subject === subject)?.text ?? '')?.[0];
  };
  await expect.poll(read).toBeDefined();
  return new URL((await read()) ?? 'missing:');
};

export const askReset = (host: Host) => post(host, '/api/auth/request-password-reset', { email: 'ada@example.org' });
