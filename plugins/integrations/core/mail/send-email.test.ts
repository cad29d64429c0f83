import { createHash } from 'node:crypto';
import type { Mail } from '@sayso/accounts/ref';
import type { Actor } from '@sayso/core';
import { describe, expect, test } from 'vitest';
import { owner, preview, stranger, user, visitor } from '../../testing/apps.ts';
import { type HostOptions, openIntegrations } from '../../testing/host.ts';
import { unsubscribeKey } from './unsubscribe-key.ts';

async function open(options: HostOptions = {}) {
  const mails: Mail[] = [];
  const on = await openIntegrations({ ...options, mails });
  const send = (to: string, as: Actor = user('app'), more: object = {}) =>
    on.call('SendEmail', { to, subject: 'Hello', body: 'Text', ...more }, as);
  return { ...on, mails, send };
}

describe('SendEmail', () => {
  test('mails a person of the app, with who sent it and how to end it', async () => {
    await using on = await open();
    expect(await on.send('Member@Example.com')).toEqual({ status: 200, body: { status: 'queued' } });
    const [mail] = on.mails;
    expect(mail).toMatchObject({ to: 'member@example.com', subject: 'Hello', html: null, fromName: 'Club' });
    expect(mail?.text).toBe(`Text\n\n--\nSent by the app Club.\nNo more mail from it: ${mail?.unsubscribe}\n`);
    expect(mail?.unsubscribe).toMatch(/^http:\/\/localhost:4001\/api\/mail\/app\/unsubscribe\/[\w-]{22}\.[\w-]{22}$/);
  });

  test.each([
    [200, 'a user to themselves', 'user@example.com', user('app')],
    [200, 'a user to another one', 'member@example.com', user('app')],
    [200, 'a user to the owner', 'owner@example.com', user('app')],
    [200, 'a user to another builder', 'builder@example.com', user('app')],
    [200, 'a preview to its builder', 'owner@example.com', preview('draft')],
    [403, 'a user to an account of other apps', 'stranger@example.com', user('app')],
    [403, 'a user to an address without an account', 'nobody@example.com', user('app')],
    [403, 'a user to an address of the tables', 'guest@example.org', user('app')],
    [403, 'a user to an unverified address', 'unverified@example.com', user('app')],
    [403, 'the owner to an address outside the app', 'stranger@example.com', owner],
    [401, 'a visitor to the owner', 'owner@example.com', visitor],
    [401, 'another builder', 'owner@example.com', stranger],
  ])('answers %i: %s', async (status, _who, to, as) => {
    await using on = await open();
    const appId = as.kind === 'app' ? as.appId : 'app';
    const answer = await on.call('SendEmail', { to, subject: 'Hello', body: 'Text' }, as, appId);
    expect([answer.status, on.mails.length]).toEqual([status, status === 200 ? 1 : 0]);
  });

  test.each([
    ['a line of blanks', `<b>x</b>${' '.repeat(99_000)}y`],
    ['links that never end', `<b>${'<a href="http:"'.repeat(1600)}>${'x'.repeat(50_000)}`],
    ['tags that never end', `<b>x</b>${'<a '.repeat(33_000)}`],
  ])('reads %s', async (_what, body) => {
    await using on = await open();
    expect((await on.send('owner@example.com', user('app'), { body })).status).toBe(200);
    expect(on.mails[0]?.text.startsWith('x')).toBe(true);
  });

  test('says the same of every address that it may not write to', async () => {
    await using on = await open();
    const messages = new Set<string>();
    for (const to of ['stranger@example.com', 'nobody@example.com', 'unverified@example.com', 'guest@example.org'])
      messages.add((await on.send(to)).body.message);
    expect(messages.size).toBe(1);
  });

  test('opened to visitors, writes to builders only', async () => {
    await using on = await open({ settings: { visitorsMaySendEmail: true } });
    expect((await on.send('owner@example.com', visitor)).status).toBe(200);
    expect((await on.send('member@example.com', visitor)).status).toBe(403);
  });

  test('writes to columns that the builders chose, in rows that the caller may read', async () => {
    await using on = await open({ settings: { visitorsMaySendEmail: true, mailFields: ['Secret.email', 'Guest.email', 'nonsense', 7] } });
    expect((await on.send('guest@example.org')).status).toBe(200);
    expect((await on.send('other@example.org')).status).toBe(403);
    expect((await on.send('guest@example.org', visitor)).status).toBe(403);
  });

  test.each([
    'a@example.com, b@example.com',
    'a@example.com\nBcc: b@example.com',
    '<a@example.com>',
    'a',
    '',
    ['a@example.com', 'b@example.com'],
  ])('refuses %j as an address', async (to) => {
    await using on = await open();
    expect([(await on.send(to as string)).status, on.mails.length]).toEqual([400, 0]);
  });

  test('has headers of one line', async () => {
    await using on = await open();
    const more = { subject: 'Hello\r\nBcc: eve@example.org\u2028\u202E', from_name: 'Ada\r\nReply-To: eve@example.org' };
    expect((await on.send('user@example.com', user('app'), more)).status).toBe(200);
    expect(on.mails[0]).toMatchObject({ subject: 'Hello Bcc: eve@example.org', fromName: 'Ada Reply-To eve example org' });
  });

  test('sends safe HTML, and its words as text', async () => {
    await using on = await open();
    const body =
      '<p onclick="x()" style="position:fixed;color:red">Hi <b>Ada</b> &amp; all</p><script>alert(1)</script><a href="javascript:x()">a</a> <a href="https://example.com/?a=1">b</a><form action="https://evil.example"><input></form><img src="http://tracker.example/x.gif"><iframe src="https://evil.example"></iframe>';
    await on.send('user@example.com', user('app'), { body });
    const { html, text } = on.mails[0] ?? {};
    expect(html).toContain('<p style="color:red">Hi <b>Ada</b> &amp; all</p>');
    expect(html).toContain('<a href="https://example.com/?a=1">b</a>');
    for (const bad of ['script', 'onclick', 'javascript', 'position', 'form', 'input', 'tracker', 'iframe'])
      expect(html).not.toContain(bad);
    expect(html).toMatch(/<hr \/?>|<hr>/);
    expect(text).toMatch(/^Hi Ada & all\na b \(https:\/\/example\.com\/\?a=1\)/);
  });

  test('has limits per caller and app, exact under 100 mails at once', async () => {
    await using on = await open({ config: { MAILS_PER_CALLER_AND_DAY: 3, MAILS_PER_APP_AND_DAY: 5 } });
    const atOnce = async (as: (n: number) => Actor) => {
      const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => on.send('owner@example.com', as(n))));
      return answers.filter(({ status }) => status === 200).length;
    };
    expect(await atOnce(() => user('app'))).toBe(3);
    expect(await atOnce((n) => user('app', `user${n}`))).toBe(2);
    expect(on.mails).toHaveLength(5);
  });
});

describe('the link to unsubscribe', () => {
  const at = (url: string | undefined) => new URL(url ?? '').pathname;

  test('ends the mails of this app to this address by one click, and takes it back', async () => {
    await using on = await open();
    await on.send('member@example.com');
    const path = at(on.mails[0]?.unsubscribe);
    const get = async () => (await on.host.fetch(path, { host: 'runtime' })).text();
    // Filters of mail follow links.
    expect(await get()).toContain('<button>Unsubscribe</button>');
    expect((await on.send('member@example.com')).body).toEqual({ status: 'queued' });
    const post = (body: string) =>
      on.host.fetch(path, { method: 'POST', host: 'runtime', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body });
    const answer = await post('List-Unsubscribe=One-Click');
    expect([answer.status, answer.headers.get('content-security-policy')]).toEqual([200, expect.stringContaining("default-src 'none'")]);
    expect(await get()).toContain('You are unsubscribed');
    expect((await on.send('MEMBER@example.com')).body).toEqual({ status: 'unsubscribed' });
    expect((await on.send('user@example.com')).body).toEqual({ status: 'queued' });
    expect((await on.call('SendEmail', { to: 'member@example.com', subject: 'a', body: 'b' }, user('other'), 'other')).body).toEqual({
      status: 'queued',
    });
    expect(JSON.stringify(await on.host.context.collections.unsubscribes.find({}))).not.toContain('member');
    expect((await post('again=1')).status).toBe(200);
    expect((await on.send('member@example.com')).body).toEqual({ status: 'queued' });
  });

  test('cannot be forged, nor used for another app', async () => {
    await using on = await open();
    await on.send('member@example.com');
    const path = at(on.mails[0]?.unsubscribe);
    const forged = [
      path.replace('/app/', '/other/'),
      path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      '/api/mail/app/unsubscribe/a.b',
    ];
    for (const url of forged) expect((await on.host.fetch(url, { method: 'POST', host: 'runtime' })).status, url).toBe(404);
    expect(await on.host.context.collections.unsubscribes.count({})).toBe(0);
  });

  test('works after SECRET was replaced, again and again', async () => {
    await using on = await open();
    const { collections, host } = on.host.context;
    const keyOf = (secret: string, before?: string) =>
      unsubscribeKey(collections.keys, {
        ...host,
        deriveKey: derivation(secret),
        ...(before === undefined ? {} : { replacedKey: derivation(before) }),
      });
    const first = await keyOf('first');
    // A rotation that was interrupted runs again.
    for (const [secret, before] of [['second', 'first'], ['second', 'first'], ['second'], ['third', 'second'], ['third']] as const)
      expect(Buffer.from(await keyOf(secret, before)), secret).toEqual(Buffer.from(first));
    expect(Buffer.from(await keyOf('fourth'))).not.toEqual(Buffer.from(first));
    expect(JSON.stringify(await collections.keys.find({}))).not.toContain(Buffer.from(first).toString('base64'));
  });
});

const derivation = (secret: string) => (purpose: string) => createHash('sha256').update(`${secret} ${purpose}`).digest();
