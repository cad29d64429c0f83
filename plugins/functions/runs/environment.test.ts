import { createHash, createHmac } from 'node:crypto';
import { type Actor, InvalidInput, NotFound } from '@sayso/core';
import { beforeEach, describe, expect, test } from 'vitest';
import { allow, atServer, call, have, host, owner, preview, runsOf, stranger, world } from '../testing/world.ts';

describe('variables', () => {
  const SECRET = 'sk_live_s3cr3t+with/signs=';
  const set = (name: string, value: string, isSecret: boolean, as: Actor = owner) =>
    host.service().setVariable(as, { appId: 'app', name, value, isSecret });
  const server = () => `http://${atServer('api.example.com')}`;

  test('of secrets become them in requests to allowed servers, and nowhere else', async () => {
    have({
      pay: `const KEY = Deno.env.get('PAY_KEY');
export default async ({ at }, { env, entities }) => {
  const send = (headers, body) => fetch(at + '/?key=' + KEY, { method: 'POST', headers, body }).then((one) => one.text(), (error) => error.message);
  const answers = [await send({ authorization: 'Bearer ' + KEY }, JSON.stringify({ key: env.PAY_KEY })), await send({ authorization: 'Basic ' + btoa(KEY + ':') }, env.SHOP)];
  console.log(KEY, answers);
  await entities.Order.create({ key: KEY, shop: env.SHOP });
  return { KEY, answers, all: Deno.env.toObject(), missing: [Deno.env.get('NONE'), Deno.env.has('SHOP')] };
};`,
    });
    await set('PAY_KEY', SECRET, true);
    await set('SHOP', 'Tea & more', false);
    expect((await call('pay', { at: server() }, preview)).text).toContain('is not among the hosts');
    expect(world.received).toEqual([]);
    await allow('pay', { hosts: ['api.example.com'] });
    const { text } = await call('pay', { at: server() }, preview);
    expect(world.received.map(({ url }) => new URL(url, server()).searchParams.get('key'))).toEqual([SECRET, SECRET]);
    expect(world.received.map(({ headers }) => headers.authorization)).toEqual([
      `Bearer ${SECRET}`,
      `Basic ${Buffer.from(`${SECRET}:`).toString('base64')}`,
    ]);
    expect(world.received.map(({ body }) => body)).toEqual([JSON.stringify({ key: SECRET }), 'Tea & more']);
    expect(JSON.parse(text)).toMatchObject({ KEY: '[secret removed]', all: { SHOP: 'Tea & more' }, missing: [null, true] });
    const everything = JSON.stringify([text, world.rowCalls, await runsOf('pay'), await host.context.collections.variables.find({})]);
    for (const left of [SECRET, Buffer.from(SECRET).toString('base64'), 'sayso_secret_']) expect(everything).not.toContain(left);
  });

  describe('that are secrets belong to the servers that they were entered for', () => {
    const other: Actor = { kind: 'account', id: 'editor', admin: false, builder: true };
    const pay = (at: string) =>
      `export default async () => fetch('${at}/?key=' + Deno.env.get('PAY_KEY')).then((one) => one.text(), (error) => error.message);`;
    const keys = () => world.received.map(({ url }) => new URL(url, server()).searchParams.get('key'));
    const hostsOf = async (name: string) => (await host.service().variables(owner, 'app')).find((one) => one.name === name)?.hosts;

    test('another person allows another server and changes the code: the secret is not sent there', async () => {
      have({ pay: pay('https://pay.example') });
      await set('PAY_KEY', SECRET, true);
      await allow('pay', { hosts: ['pay.example'] });
      expect(await hostsOf('PAY_KEY')).toEqual(['pay.example']);
      await allow('pay', { hosts: ['pay.example', 'api.example.com'] }, other);
      have({ pay: pay(server()) });
      expect(JSON.parse((await call('pay', {}, preview)).text)).toContain(
        `The secret "PAY_KEY" was entered for pay.example, not for 127.0.0.1`,
      );
      expect(world.received).toEqual([]);
      expect(await hostsOf('PAY_KEY')).toEqual(['pay.example']);
      await set('PAY_KEY', SECRET, true);
      await call('pay', {}, preview);
      expect(keys()).toEqual([SECRET]);
    });

    test('those entered before any server was allowed are for the first ones of the same person', async () => {
      have({ pay: pay(server()) });
      await set('PAY_KEY', SECRET, true);
      await allow('pay', { hosts: ['api.example.com'] }, other);
      expect(await hostsOf('PAY_KEY')).toEqual([]);
      expect((await call('pay', {}, preview)).text).toContain('was entered for no server');
      await allow('pay', { hosts: [] });
      await allow('pay', { hosts: ['api.example.com'] });
      await call('pay', {}, preview);
      expect(keys()).toEqual([SECRET]);
      // One more server, also of the same person, asks for the secret again.
      await allow('pay', { hosts: ['api.example.com', 'more.example'] });
      expect(await hostsOf('PAY_KEY')).toEqual(['api.example.com']);
    });

    test('a function that reads other secrets decides nothing about them', async () => {
      have({ pay: pay('https://pay.example'), mail: 'export default (_, { env }) => env.MAIL_KEY;' });
      await set('PAY_KEY', SECRET, true);
      await set('MAIL_KEY', SECRET, true);
      await allow('pay', { hosts: ['pay.example'] });
      expect([await hostsOf('PAY_KEY'), await hostsOf('MAIL_KEY')]).toEqual([['pay.example'], []]);
      await allow('mail', { hosts: ['mail.example'] });
      expect([await hostsOf('PAY_KEY'), await hostsOf('MAIL_KEY')]).toEqual([['pay.example'], ['mail.example']]);
    });

    test('a person names them, and a server by a sign that is none is refused', async () => {
      const enter = (hosts: string[]) =>
        host.service().setVariable(owner, { appId: 'app', name: 'KEY', value: SECRET, isSecret: true, hosts });
      for (const spelling of [' API.Example.com ', 'api.example.com.', 'api\u3002example\uff0ecom'])
        expect(await enter([spelling])).toMatchObject({ hosts: ['api.example.com'] });
      expect(await enter(['M\u00fcnchen.example'])).toMatchObject({ hosts: ['xn--mnchen-3ya.example'] });
      const none = [
        'http://a.example',
        'a.example:443',
        'a@b.example',
        'a.example/x',
        '127.0.0.1',
        '[::1]',
        '0x7f.1',
        'localhost',
        'a..example',
        '',
      ];
      for (const spelling of none) await expect(enter([spelling])).rejects.toThrow('is no name of a server');
    });
  });

  test('recognize a caller that knows the secret, and no one else', async () => {
    have({
      check: `export default async ({ token }, { env, request }) => [token === env.TOKEN, request.headers.get('x-token') === env.TOKEN, token];`,
      fail: `export default (_, { env }) => { throw new Error('with ' + env.TOKEN); };`,
    });
    await set('TOKEN', 'a long enough token', true);
    const ask = async (token: string) => {
      const headers = { 'content-type': 'application/json', 'x-token': token };
      const init = { method: 'POST', host: 'runtime' as const, body: JSON.stringify({ token }), headers };
      return (await host.fetch('/api/apps/app/functions/check', init, preview)).json();
    };
    expect(await ask('a long enough token')).toEqual([true, true, '[secret removed]']);
    expect(await ask('a long enough tokeN')).toEqual([false, false, 'a long enough tokeN']);
    expect(await ask(`sayso_secret_${'0'.repeat(32)}_0_`)).toEqual([false, false, '[secret removed]']);
    expect(JSON.parse((await call('fail', {}, preview)).text).message).toBe('The function "fail" failed: with [secret removed]');
    expect(JSON.stringify(await runsOf('fail'))).not.toContain('sayso_secret_');
  });

  test('check signatures of other servers', async () => {
    have({
      hook: `Deno.serve(async (req) => {
  const body = await req.text();
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(Deno.env.get('HOOK')), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
  const signature = Uint8Array.from(atob(req.headers.get('x-signature')), (letter) => letter.charCodeAt(0));
  const isRight = await crypto.subtle.verify('HMAC', key, signature, new TextEncoder().encode(body));
  const digest = [...new Uint8Array(await crypto.subtle.digest('SHA-1', new TextEncoder().encode(body)))];
  const other = await crypto.subtle.digest('MD5', body).catch((error) => error.message);
  return Response.json([isRight, digest, other]);
});`,
    });
    await set('HOOK', 'whsec_of_the_sender', true);
    const body = '{"paid": true}';
    const ask = async (key: string) => {
      const headers = { 'x-signature': createHmac('sha256', key).update(body).digest('base64') };
      return (await host.fetch('/api/apps/app/functions/hook', { method: 'POST', host: 'runtime', body, headers }, preview)).json();
    };
    const rest = [[...createHash('sha1').update(body).digest()], expect.stringContaining('SHA-256')];
    expect(await ask('whsec_of_the_sender')).toEqual([true, ...rest]);
    expect(await ask('whsec_of_another')).toEqual([false, ...rest]);
  });

  test('are read by name, secrets without their values, and removed', async () => {
    await set('B', 'secret', true);
    await set('A', 'shown', false);
    expect(await host.service().variables(owner, 'app')).toMatchObject([
      { name: 'A', isSecret: false, value: 'shown' },
      { name: 'B', isSecret: true, value: null },
    ]);
    expect(await set('A', 'hidden now', true)).toMatchObject({ name: 'A', isSecret: true, value: null });
    expect(await host.service().removeVariable(owner, 'app', 'B')).toMatchObject([{ name: 'A' }]);
    have({ reads: "export default (_, { env }) => [env.A, Deno.env.get('OTHER')];" });
    expect(await host.service().list(owner, 'app')).toMatchObject([{ name: 'reads', wantsVariables: ['A', 'OTHER'] }]);
  });

  test.each([
    ['a name with a sign', 'A-B', 'value'],
    ['a name of the engine', '__proto__ ', 'value'],
    ['no value', 'A', ''],
    ['an endless value', 'A', 'a'.repeat(5001)],
  ])('cannot have %s', async (_what, name, value) => {
    await expect(set(name, value, true)).rejects.toThrow(InvalidInput);
  });

  test('are at most 50, and of one app alone', async () => {
    for (let at = 0; at < 50; at += 1) await set(`V${at}`, 'value', false);
    await expect(set('ONE_MORE', 'value', false)).rejects.toThrow('at most 50');
    await set('V0', 'another', false);
    for (const work of [set('V1', 'x', false, stranger), host.service().variables(stranger, 'app')])
      await expect(work).rejects.toThrow(NotFound);
    await expect(host.service().removeVariable(stranger, 'app', 'V1')).rejects.toThrow(NotFound);
    await host.service().removeApp('app');
    expect(await host.context.collections.variables.count({ appId: 'app' })).toBe(0);
  });
});

describe('a signature of a request', () => {
  const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const key = Buffer.from(SECRET.slice(6), 'base64');
  /** As senders show how to check Standard Webhooks: the secret without its prefix is Base64. */
  const checks = `export default async (_, { env, request }) => {
  const id = request.headers.get('webhook-id'), at = request.headers.get('webhook-timestamp');
  const bytes = Uint8Array.from(atob(env.SIGNING.replace(/^whsec_/, '')), (sign) => sign.charCodeAt(0));
  const hmac = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
  const given = Uint8Array.from(atob(request.headers.get('webhook-signature').slice(3)), (sign) => sign.charCodeAt(0));
  const isValid = await crypto.subtle.verify('HMAC', hmac, given, new TextEncoder().encode(id + '.' + at + '.' + await request.text()));
  console.log(env.SIGNING, atob(env.SIGNING.slice(6)));
  return [isValid, env.SIGNING, atob(env.SIGNING.slice(6)), btoa(env.SIGNING)];
};`;
  const whole = `export default async (_, { env, request }) => {
  const hmac = await crypto.subtle.importKey('raw', new TextEncoder().encode(env.SIGNING), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const made = new Uint8Array(await crypto.subtle.sign('HMAC', hmac, new TextEncoder().encode(await request.text())));
  return [...made].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};`;
  const post = async (name: string, body: string, headers: Record<string, string>) => {
    const init = { method: 'POST', host: 'runtime', body, headers: { 'content-type': 'text/plain', ...headers } } as const;
    return (await host.fetch(`/api/apps/app/functions/${name}`, init, preview)).text();
  };
  const signed = (body: string, by: Buffer | string) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': '1614265330',
    'webhook-signature': `v1,${createHmac('sha256', by).update(`msg_1.1614265330.${body}`).digest('base64')}`,
  });
  beforeEach(() => host.service().setVariable(owner, { appId: 'app', name: 'SIGNING', value: SECRET, isSecret: true }));

  test('by a secret of Standard Webhooks is checked by its handle, which shows nothing', async () => {
    have({ checks });
    const [isValid, ...shown] = JSON.parse(await post('checks', 'Hi', signed('Hi', key)));
    expect([isValid, shown[0], shown[1]]).toEqual([true, '[secret removed]', '[secret removed]']);
    for (const by of ['another key', SECRET, '']) expect(JSON.parse(await post('checks', 'Hi', signed('Hi', by)))[0]).toBe(false);
    expect(JSON.parse(await post('checks', 'Ho', signed('Hi', key)))[0]).toBe(false);
    const everything = JSON.stringify([shown, await runsOf('checks')]);
    for (const text of [SECRET, SECRET.slice(6), key.toString('hex')]) expect(everything).not.toContain(text);
  });

  test('by the whole text of such a secret, as Stripe does, is made by its handle', async () => {
    have({ whole });
    expect(JSON.parse(await post('whole', 'Hi', {}))).toBe(createHmac('sha256', SECRET).update('Hi').digest('hex'));
  });

  test('of the secret itself reaches a server as the secret, and comes back without', async () => {
    have({
      sends: `export default async (_, { env }) => {
  const response = await fetch('http://${atServer('api.example.com')}/x', { method: 'POST', headers: { authorization: 'Bearer ' + env.SIGNING }, body: env.SIGNING });
  return response.text();
};`,
    });
    await allow('sends', { hosts: ['api.example.com'] });
    expect(JSON.parse(await post('sends', '', {}))).toBe('Bearer [secret removed] [secret removed]');
    expect(world.received).toMatchObject([{ body: SECRET, headers: { authorization: `Bearer ${SECRET}` } }]);
  });
});
