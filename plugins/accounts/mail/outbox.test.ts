import { testHost } from '@sayso/core/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import accounts from '../index.ts';
import { type AppRules, accountsRef, appRules, type Inviter } from '../ref.ts';
import { SmtpServer } from '../testing/smtp.ts';
import { SealedText } from './sealed-text.ts';

const NOT_SENT = 'Something went wrong sending password reset email. Please try again later or contact support.';
const admin = { kind: 'account', id: 'admin', admin: true } as const;
const mail = { to: 'ada@example.org', subject: 'Hello', text: 'https://localhost/secret-link' };

let smtp: SmtpServer;
const logged: unknown[] = [];
const write = (...line: unknown[]) => void logged.push(line);
const log = { debug: write, info: write, warn: write, error: write };
beforeEach(async () => {
  logged.length = 0;
  smtp = await SmtpServer.start();
});
afterEach(() => smtp.stop());

const open = (settings: { readonly runJobs?: boolean; readonly config?: Record<string, string> } = {}) =>
  testHost(accounts, { runJobs: true, log, config: { SMTP_URL: smtp.url }, ...settings });
type Host = Awaited<ReturnType<typeof open>>;
const outbox = async (host: Host) => {
  const { data } = await host.graphql('{ outbox { id to subject text state attempts error } }', {}, admin);
  return data?.outbox as { id: string; text: string | null; state: string; attempts: number; error: string | null }[];
};
const states = async (host: Host) => (await outbox(host)).map(({ state, attempts }) => `${state} ${attempts}`);
const send = (host: Host) => host.service(accountsRef).sendMail(mail);
const post = (host: Host, path: string, body: object) =>
  host.fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
const signUp = (host: Host, email: string) => post(host, '/api/auth/sign-up/email', { email, password: 'a long enough secret' });
const RESETS = [
  ['sendResetPasswordEmail', '/api/live_api/account/sendResetPasswordEmail'],
  ['request-password-reset', '/api/auth/request-password-reset'],
] as const;

describe('mail', () => {
  it('warns at start when the server is unusable, naming the setting without its password', async () => {
    const { port } = new URL(smtp.url);
    await smtp.stop();
    await using host = await testHost(accounts, { log, config: { SMTP_URL: `smtp://ada:swordfish@127.0.0.1:${port}` } });
    const warnings = () => logged.filter((line) => JSON.stringify(line).includes('the server that SMTP_URL names cannot be used'));
    await expect.poll(() => warnings().length).toBe(1);
    expect((await host.fetch('/healthz')).status).toBe(200);
    expect(JSON.stringify(logged)).not.toContain('swordfish');
    // One sentence: no error object, which would be logged with its stack trace.
    expect(warnings()).toEqual([[{ plugin: 'accounts', reason: expect.stringContaining('ECONNREFUSED') }, expect.any(String)]]);
  });

  it('is delivered once, and neither stored nor logged afterwards', async () => {
    await using host = await open();
    await send(host);
    await expect.poll(() => smtp.accepted.length).toBe(1);
    expect(smtp.accepted[0]).toContain('secret-link');
    await expect.poll(() => host.context.collections.outbox.find({})).toMatchObject([{ state: 'sent', to: '', sealed: '' }]);
    expect(await outbox(host)).toEqual([]);
    expect(JSON.stringify(logged)).not.toContain('secret-link');
  });

  it('has HTML, a sender of its own and the headers of a one-click unsubscription', async () => {
    await using host = await testHost(accounts, {
      runJobs: true,
      log,
      config: { SMTP_URL: smtp.url, MAIL_FROM: 'Sayso <no-reply@example.org>' },
    });
    const more = { html: '<p>Hi</p>', fromName: 'Club, "the" <best>', unsubscribe: 'https://apps.example.org/api/mail/a/unsubscribe/b.c' };
    await host.service(accountsRef).sendMail({ ...mail, ...more });
    await expect.poll(() => smtp.accepted.length).toBe(1);
    const [raw = ''] = smtp.accepted;
    expect(raw).toContain('From: "Club, \\"the\\" <best>" <no-reply@example.org>');
    expect(raw).toContain('List-Unsubscribe: <https://apps.example.org/api/mail/a/unsubscribe/b.c>');
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(raw).toContain('multipart/alternative');
    expect(smtp.commands.filter((command) => command.startsWith('RCPT'))).toEqual(['RCPT TO:<ada@example.org>']);
    await expect.poll(() => host.context.collections.outbox.find({})).toMatchObject([{ state: 'sent', sealed: '', sealedMore: '' }]);
  });

  it('has one recipient, whatever the address contains', async () => {
    await using host = await open();
    await host.service(accountsRef).sendMail({ ...mail, to: 'ada@example.org, eve@example.org' });
    await expect.poll(() => states(host)).not.toEqual(['queued 0']);
    expect(smtp.commands.filter((line) => line.startsWith('RCPT')).length).toBeLessThanOrEqual(1);
  });

  it.each([
    ['refuses temporarily at the greeting', { greeting: '421 Too busy' }, '421'],
    ['refuses the recipient temporarily', { RCPT: '450 Greylisted' }, '450 Greylisted'],
    ['refuses the content temporarily', { end: '451 Try later' }, '451'],
    ['drops the connection', { DATA: 'drop' }, 'closed'],
    ['drops the connection instead of acknowledging', { end: 'drop' }, 'closed'],
  ])('is retried while the server %s', async (_name, behaviour, error) => {
    smtp.behaviour = behaviour;
    await using host = await open();
    await send(host);
    await expect.poll(async () => (await outbox(host))[0]?.attempts).toBeGreaterThan(1);
    expect((await outbox(host))[0]).toMatchObject({ state: 'queued', text: null, error: expect.stringContaining(error) });
    smtp.behaviour = {};
    await expect.poll(() => smtp.accepted.length).toBe(1);
    await expect.poll(() => outbox(host)).toEqual([]);
    // Earlier attempts had the same message id, so that duplicates can be detected.
    expect(smtp.accepted[0]).toMatch(/^Message-ID: <[\w-]+@localhost>$/m);
    expect(JSON.stringify(logged)).not.toContain('secret-link');
  });

  it.each([
    ['recipient', { RCPT: '550 No such user' }],
    ['content', { end: '554 Looks like spam' }],
  ])('is not retried after a permanent refusal of the %s, until an admin does', async (_name, behaviour) => {
    smtp.behaviour = behaviour;
    await using host = await open();
    await send(host);
    await expect.poll(() => states(host)).toEqual(['failed 1']);
    const [failed] = await outbox(host);
    expect(failed).toMatchObject({ text: null, error: expect.stringContaining(Object.values(behaviour)[0] ?? '') });
    smtp.behaviour = {};
    const RETRY = 'mutation ($id: ID!) { retryMail(id: $id) { state attempts } }';
    const { data } = await host.graphql(RETRY, { id: failed?.id }, admin);
    expect(data).toEqual({ retryMail: { state: 'queued', attempts: 0 } });
    await expect.poll(() => smtp.accepted.length).toBe(1);
    await expect.poll(() => outbox(host)).toEqual([]);
    expect(await host.graphql(RETRY, { id: failed?.id }, admin)).toMatchObject({ errors: [{ extensions: { code: 'not-found' } }] });
    expect(smtp.accepted).toHaveLength(1);
  });

  it('fails after its last attempt', async () => {
    smtp.behaviour = { RCPT: '450 Greylisted' };
    await using host = await open({ runJobs: false });
    await send(host);
    const [queued] = await outbox(host);
    const outcome = host.runJob('deliverMail', { id: queued?.id, round: 1 });
    await expect(outcome).rejects.toThrow('450 Greylisted');
    expect(await states(host)).toEqual(['queued 1']);
    const { deliverMail } = accounts.jobs ?? {};
    const job = { service: host.service(), id: 'job', attempt: deliverMail?.attempts ?? 0 };
    const run = { ...job, signal: new AbortController().signal, progress: async () => undefined, permit: async () => undefined };
    await deliverMail?.run({ id: queued?.id ?? '', round: 1 }, run);
    expect(await states(host)).toEqual(['failed 2']);
  });

  const changePassword = async (host: Host): Promise<number> => {
    const signedIn = await post(host, '/api/auth/sign-in/email', { email: 'ada@example.org', password: 'a long enough secret' });
    const { token } = (await signedIn.json()) as { token: string };
    const body = JSON.stringify({ currentPassword: 'a long enough secret', newPassword: 'another long secret' });
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    return (await host.fetch('/api/auth/change-password', { method: 'POST', headers, body })).status;
  };
  const isReset = (message: string) => message.includes('Subject: Reset your password');

  it('is not sent once the password was changed: a reset that waits for the mail server', { timeout: 60_000 }, async () => {
    await using host = await open();
    await signUp(host, 'ada@example.org');
    await expect.poll(() => smtp.accepted.length).toBe(1);
    smtp.behaviour = { RCPT: '450 Greylisted' };
    await post(host, '/api/auth/request-password-reset', { email: 'ada@example.org' });
    await expect.poll(async () => (await outbox(host))[0]?.error).toContain('450 Greylisted');
    expect(await changePassword(host)).toBe(200);
    smtp.behaviour = {};
    await expect.poll(() => outbox(host)).toEqual([]);
    expect(smtp.accepted.filter(isReset)).toEqual([]);
    await post(host, '/api/auth/request-password-reset', { email: 'ada@example.org' });
    await expect.poll(() => smtp.accepted.filter(isReset).length).toBe(1);
  });

  it.each([
    ['to build an app', 'appInvitations'],
    ['to use an app', 'appSignUps'],
  ] as const)(
    'is not sent once it was withdrawn: an invitation %s that waits for the mail server',
    { timeout: 60_000 },
    async (_what, kind) => {
      const open = new Set(['kept', 'withdrawn']);
      const rules = {
        isInvitationOpen: async (id: string) => open.has(id),
        takesSignUps: async (id: string, by?: Inviter) => open.has(id) && by?.accountId === `of ${id}`,
      };
      const additions = [[appRules, [rules as unknown as AppRules]] as const];
      await using host = await testHost(accounts, { runJobs: true, log, config: { SMTP_URL: smtp.url }, additions });
      smtp.behaviour = { RCPT: '450 Greylisted' };
      for (const id of open)
        await host
          .service(accountsRef)
          .sendMail({ ...mail, subject: `The ${id} one`, invites: { in: kind, id, by: { accountId: `of ${id}`, revision: 1 } } });
      await expect.poll(async () => (await outbox(host)).every(({ error }) => error !== null)).toBe(true);
      open.delete('withdrawn');
      smtp.behaviour = {};
      await expect.poll(() => outbox(host)).toEqual([]);
      expect(smtp.accepted.map((message) => /^Subject: (.*)$/m.exec(message)?.[1]?.trim())).toEqual(['The kept one']);
    },
  );

  it('is not sent once the password was changed: a reset whose job waits', { timeout: 60_000 }, async () => {
    await using host = await open({ runJobs: false });
    await signUp(host, 'ada@example.org');
    const askedAt = new Date().toISOString();
    expect(await changePassword(host)).toBe(200);
    const resets = () => host.context.collections.outbox.count({ subject: 'Reset your password' });
    await host.runJob('mailReset', { email: 'ada@example.org', redirectTo: '/auth/handler', askedAt });
    expect(await resets()).toBe(0);
    const later = new Date(Date.now() + 1000).toISOString();
    await host.runJob('mailReset', { email: 'ada@example.org', redirectTo: '/auth/handler', askedAt: later });
    expect(await resets()).toBe(1);
  });

  it.each([
    ['a newer change of the address', (_host: Host, change: (to: string) => Promise<unknown>) => change('second@example.org')],
    ['a new password', (host: Host) => changePassword(host)],
  ])('is not sent after %s: the link to change the address', { timeout: 60_000 }, async (_name, end) => {
    await using host = await open();
    await signUp(host, 'ada@example.org');
    await expect.poll(() => smtp.accepted.length).toBe(1);
    const signedIn = await post(host, '/api/auth/sign-in/email', { email: 'ada@example.org', password: 'a long enough secret' });
    const { token } = (await signedIn.json()) as { token: string };
    const change = (newEmail: string) =>
      host.fetch('/api/live_api/account/completeEmailChange', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ newEmail, password: 'a long enough secret' }),
      });
    smtp.behaviour = { RCPT: '450 Greylisted' };
    expect((await change('first@example.org')).status).toBe(200);
    await expect.poll(async () => (await outbox(host)).every(({ attempts }) => attempts > 0)).toBe(true);
    await end(host, change);
    smtp.behaviour = {};
    await expect.poll(() => outbox(host)).toEqual([]);
    expect(smtp.accepted.filter((message) => message.includes('first@example.org') && message.includes('Confirm your new email'))).toEqual(
      [],
    );
  });

  it('is not sent twice when the store fails after the acknowledgement', async () => {
    await using host = await open({ runJobs: false });
    const { outbox: mails } = host.context.collections;
    await send(host);
    const [{ id } = { id: '' }] = await outbox(host);
    const update = vi.spyOn(mails, 'updateOne').mockRejectedValueOnce(new Error('the store is away'));
    await host.runJob('deliverMail', { id, round: 1 });
    expect(update).toHaveBeenCalledTimes(2);
    for (let again = 0; again < 3; again++) await host.runJob('deliverMail', { id, round: 1 });
    expect(smtp.accepted).toHaveLength(1);
  });

  it('is delivered by one worker at a time', async () => {
    smtp.behaviour = { end: 'silent' };
    await using host = await open({ runJobs: false });
    await send(host);
    const [{ id } = { id: '' }] = await outbox(host);
    const first = host.runJob('deliverMail', { id, round: 1 });
    await expect.poll(() => smtp.commands.includes('DATA')).toBe(true);
    await expect(host.runJob('deliverMail', { id, round: 1 })).rejects.toThrow('in flight');
    await smtp.stop();
    await expect(first).rejects.toThrow('closed');
    expect(smtp.commands.filter((line) => line === 'DATA')).toHaveLength(1);
  });

  it('that was stored before its node died is delivered by the sweep', async () => {
    await using host = await open();
    await host.context.collections.outbox.insertOne(stored(host, 'orphan'));
    await host.runJob('sweepMail', {});
    await expect.poll(() => smtp.accepted.length).toBe(1);
    await expect.poll(() => outbox(host)).toEqual([]);
  });

  it('is encrypted in the store, and not sent after tampering', async () => {
    await using host = await open({ runJobs: false });
    await send(host);
    const [document] = await host.context.collections.outbox.find({});
    expect(Buffer.from(document?.sealed ?? '', 'base64').toString('latin1') + JSON.stringify(document)).not.toContain('secret-link');
    await host.context.collections.outbox.insertOne({ ...stored(host, 'forged'), sealed: document?.sealed ?? '' });
    await host.runJob('deliverMail', { id: 'forged', round: 1 });
    expect((await outbox(host)).find(({ id }) => id === 'forged')).toMatchObject({ state: 'failed' });
    expect(smtp.accepted).toEqual([]);
  });

  it('can be deleted while queued', async () => {
    smtp.behaviour = { RCPT: '450 Greylisted' };
    await using host = await open();
    await send(host);
    await expect.poll(() => states(host)).not.toEqual(['queued 0']);
    const [queued] = await outbox(host);
    const DELETE = 'mutation ($id: ID!) { deleteMail(id: $id) }';
    expect(await host.graphql(DELETE, { id: queued?.id }, admin)).toEqual({ data: { deleteMail: true } });
    expect(await outbox(host)).toEqual([]);
    expect(await host.graphql(DELETE, { id: queued?.id }, admin)).toMatchObject({ errors: [{ extensions: { code: 'not-found' } }] });
  });
});

describe('without a mail server', () => {
  it('admins read mail in the outbox, and it is not logged', async () => {
    await using host = await open({ config: {} });
    await send(host);
    expect(await outbox(host)).toMatchObject([{ state: 'kept', text: mail.text }]);
    const [kept] = await outbox(host);
    const { errors } = await host.graphql('mutation ($id: ID!) { retryMail(id: $id) { id } }', { id: kept?.id }, admin);
    expect(errors).toMatchObject([{ message: 'No mail server is connected. Set SMTP_URL first.' }]);
    expect(await states(host)).toEqual(['kept 0']);
    expect(JSON.stringify(logged)).toContain('kept in the outbox');
    expect(JSON.stringify(logged)).not.toContain('secret-link');
  });
});

describe.each(RESETS)('%s', (_name, path) => {
  const PEOPLE = ['ada@example.org', 'nobody@example.org'];

  it('answers alike for known and unknown addresses, and mails a known one once', async () => {
    await using host = await open();
    await signUp(host, 'ada@example.org');
    await expect.poll(() => smtp.accepted.length).toBe(1);
    const answers = await Promise.all(PEOPLE.map(async (email) => (await post(host, path, { email })).text()));
    expect(answers[0]).toBe(answers[1]);
    await expect.poll(() => smtp.accepted.length).toBe(2);
    await expect.poll(() => outbox(host)).toEqual([]);
    expect(smtp.commands.filter((line) => line.startsWith('RCPT'))).toEqual(Array(2).fill('RCPT TO:<ada@example.org>'));
  });

  it('answers without looking up the address', async () => {
    await using host = await open({ runJobs: false });
    await signUp(host, 'ada@example.org');
    const reads = vi.spyOn(host.context.collections.user, 'findOne');
    for (const email of PEOPLE) expect((await post(host, path, { email })).status).toBe(200);
    expect(reads).not.toHaveBeenCalled();
  });

  it.each([
    ['is not listening', null],
    ['refuses all', '554 Go away'],
    ['drops every connection', 'drop'],
  ])('reports for every address that nothing was sent, when the mail server %s', async (_case, greeting) => {
    await using host = await open();
    await signUp(host, 'ada@example.org');
    await expect.poll(() => smtp.accepted.length).toBe(1);
    if (greeting === null) await smtp.stop();
    else smtp.behaviour = { greeting };
    for (const email of PEOPLE) {
      const response = await post(host, path, { email });
      expect([response.status, await response.json()]).toMatchObject([502, { message: NOT_SENT, error: { message: NOT_SENT } }]);
    }
    expect(await outbox(host)).toEqual([]);
  });

  it('reports that the reset cannot be queued', async () => {
    await using host = await testHost(accounts, {
      config: { SMTP_URL: smtp.url },
      wrap: (engines) => ({ ...engines, jobs: { ...engines.jobs, enqueue: () => Promise.reject(new Error('the store is away')) } }),
    });
    for (const email of PEOPLE) expect(await (await post(host, path, { email })).json()).toMatchObject({ message: NOT_SENT });
  });

  it('retries when the mail could not be stored, and mails once', async () => {
    await using host = await open({ runJobs: false, config: {} });
    await signUp(host, 'ada@example.org');
    const job = { service: host.service(), id: 'reset', attempt: 1 };
    const run = { ...job, signal: new AbortController().signal, progress: async () => undefined, permit: async () => undefined };
    const reset = () => accounts.jobs?.mailReset.run({ email: 'ada@example.org', redirectTo: '/auth/handler' }, run);
    vi.spyOn(host.context.collections.outbox, 'insertOne').mockRejectedValueOnce(new Error('the store is away'));
    await expect(reset()).rejects.toThrow('the store is away');
    for (let again = 0; again < 3; again++) await reset();
    expect(await host.context.collections.outbox.count({ subject: 'Reset your password' })).toBe(1);
  });
});

it('sign-ups succeed while the mail server is unreachable; the mail follows', async () => {
  smtp.behaviour = { greeting: 'drop' };
  await using host = await open();
  expect((await signUp(host, 'ada@example.org')).status).toBe(200);
  await expect.poll(() => states(host)).not.toEqual(['queued 0']);
  smtp.behaviour = {};
  await expect.poll(() => smtp.accepted.length).toBe(1);
});

function stored(host: Host, id: string) {
  const sealed = new SealedText(host.context.host.deriveKey('mail')).seal(id, mail.text);
  const long = new Date(Date.now() - 3600_000).toISOString();
  const { to, subject } = mail;
  return { _id: id, to, subject, sealed, state: 'queued' as const, attempts: 0, error: null, round: 1, heldUntil: null, createdAt: long };
}

it('expires undelivered mail after a month', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    await using host = await testHost(accounts);
    const { outbox } = host.context.collections;
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600_000).toISOString();
    const fresh = { state: 'kept', attempts: 0, error: null, round: 1, heldUntil: null } as const;
    const mail = { to: 'ada@example.org', subject: 'Hello', sealed: '', ...fresh };
    for (const days of [29, 31]) await outbox.insertOne({ _id: `${days} days`, ...mail, createdAt: daysAgo(days) });
    vi.advanceTimersByTime(60_000);
    await expect.poll(async () => (await outbox.find({})).map(({ _id }) => _id)).toEqual(['29 days']);
  } finally {
    vi.useRealTimers();
  }
});
