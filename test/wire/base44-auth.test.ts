import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { client, live, type SdkVersion, versions } from '../base44/clients.ts';
import { bearer, type Data, openWorld, type Person, password, signUp, type World } from '../security/world.ts';

let world: World;
beforeAll(async () => {
  // The clients write to the console.
  for (const method of ['log', 'error', 'warn'] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
  world = await openWorld();
}, 60_000);
afterAll(async () => {
  await world?.server.close();
  vi.restoreAllMocks();
});

function made(
  version: SdkVersion,
  { token, appId = world.app.id, ...more }: { token?: string; appId?: string; serviceToken?: string } = {},
): Data {
  const one = client(version, { serverUrl: world.server.runtimeUrl, appId, token, ...more });
  one.cleanup?.();
  return one;
}
const refusal = (status: number) => ({ name: 'Base44Error', status });
let people = 0;
/** A person of the app, and their token. */
async function someone(): Promise<Person & { readonly appToken: string }> {
  const person = await signUp(world.server, `someone-${++people}@example.org`, { appId: world.app.id });
  return { ...person, appToken: await world.enter(person.token, world.app) };
}
/** The secret in the last mail to an address. */
async function secretOf(to: string, subject: RegExp): Promise<string> {
  const read = async () => {
    const { data } = await world.graphql('admin', '{ outbox { to subject text } }');
    const mail = data.outbox.find((one: Data) => one.to === to && subject.test(one.subject));
    const link = /https?:\S+/.exec(mail?.text ?? '')?.[0];
    return link === undefined ? null : new URLSearchParams(new URL(link).hash.slice(1)).get('token');
  };
  await expect.poll(read).toEqual(expect.any(String));
  return String(await read());
}

describe.each(versions)('the client %s', (version) => {
  test('uses a token until it is set to another one, or logged out', async () => {
    const [ann, bob] = [await someone(), await someone()];
    const one = made(version);
    expect(await one.auth.isAuthenticated()).toBe(false);
    one.auth.setToken(ann.appToken);
    expect((await one.auth.me()).id).toBe(ann.id);
    one.setToken(bob.appToken);
    expect((await one.auth.updateMe({ colour: 'blue' })).colour).toBe('blue');
    expect((await one.auth.me()).id).toBe(bob.id);
    await one.auth.logout();
    expect(await one.auth.isAuthenticated()).toBe(false);
    // A log-out of the client ends nothing on the server, as it sends no token.
    expect(await made(version, { token: bob.appToken }).auth.isAuthenticated()).toBe(true);
  });

  test('gets a sentence for packages of integrations that the app does not have', async () => {
    const { integrations } = made(version);
    const message = expect.stringContaining('The integration "Mailer"');
    await expect(integrations.Mailer.Send({ to: 'x@example.org' })).rejects.toMatchObject({ ...refusal(404), message });
  });

  test('begins no log-in outside of a browser', () => {
    const { auth } = made(version);
    const names = ['redirectToLogin', 'login'].filter((name) => auth[name] !== undefined);
    expect(names).toHaveLength(1);
    for (const name of names) expect(() => auth[name]()).toThrow('browser');
  });
});

describe.each(live)('the client %s', (version) => {
  test('signs up, verifies the address by the mail, and logs in', async () => {
    const email = `new-${version}@example.org`;
    const { auth } = made(version);
    const { access_token: token, user } = await auth.register({ email, password });
    expect(user).toMatchObject({ email, role: 'user', is_verified: false, app_id: world.app.id });
    expect(await made(version, { token }).auth.me()).toMatchObject({ id: user.id });
    await auth.resendOtp(email);
    const invalid = { ...refusal(400), message: 'This code is invalid or has expired. Ask for a new one.' };
    for (const otpCode of ['1234567', 'a code']) await expect(auth.verifyOtp({ email, otpCode })).rejects.toMatchObject(invalid);
    await auth.verifyOtp({ email, otpCode: await secretOf(email, /verify|confirm/i) });
    expect((await auth.loginViaEmailPassword(email, password)).user).toMatchObject({ id: user.id, is_verified: true });
    await expect(auth.register({ email, password })).rejects.toMatchObject(refusal(422));
    await expect(auth.register({ email: `other-${email}`, password: 'short' })).rejects.toMatchObject(refusal(400));
    await expect(made(version, { appId: 'none' }).auth.register({ email: `other-${email}`, password })).rejects.toMatchObject(refusal(404));
  });

  test('resets a forgotten password by the token of the mail, once', async () => {
    const { email } = await someone();
    const { auth } = made(version);
    await auth.resetPasswordRequest(email);
    await auth.resetPasswordRequest('unknown@example.org');
    const resetToken = await secretOf(email, /password/i);
    const newPassword = 'another horse battery';
    await expect(auth.resetPassword({ resetToken: 'guess', newPassword })).rejects.toMatchObject(refusal(400));
    await auth.resetPassword({ resetToken, newPassword });
    await expect(auth.resetPassword({ resetToken, newPassword: password })).rejects.toMatchObject(refusal(400));
    await expect(auth.loginViaEmailPassword(email, password)).rejects.toMatchObject(refusal(401));
    expect((await auth.loginViaEmailPassword(email, newPassword)).user.email).toBe(email);
  });

  test('changes a password of its own person only, and ends the sessions', async () => {
    const [ann, bob] = [await someone(), await someone()];
    const { auth } = made(version, { token: ann.appToken });
    const newPassword = 'another horse battery';
    await expect(auth.changePassword({ userId: ann.id, currentPassword: 'a guess of mine', newPassword })).rejects.toMatchObject(
      refusal(401),
    );
    // The token tells whose password it is.
    await auth.changePassword({ userId: bob.id, currentPassword: password, newPassword });
    await expect.poll(() => auth.isAuthenticated()).toBe(false);
    const visitor = made(version).auth;
    expect((await visitor.loginViaEmailPassword(ann.email, newPassword)).user.id).toBe(ann.id);
    expect((await visitor.loginViaEmailPassword(bob.email, password)).user.id).toBe(bob.id);
    await expect(made(version).auth.changePassword({ userId: bob.id, currentPassword: password, newPassword })).rejects.toMatchObject(
      refusal(401),
    );
  });

  test('gets a sentence for what there is not', async () => {
    const one = made(version, { token: world.people.owner.token, serviceToken: world.people.owner.token });
    const calls: (() => Promise<unknown>)[] = [
      () => one.asServiceRole.sso.getAccessToken(world.people.user.id),
      () => one.agents.getConversations(),
      () => one.agents.createConversation({ agent_name: 'x' }),
    ];
    for (const call of calls)
      await expect(call()).rejects.toMatchObject({ ...refusal(501), message: expect.stringMatching(/^[A-Z].{20,}\.$/) });
    // Its errors are those of Axios.
    await expect(one.functions.invoke('x', {})).rejects.toMatchObject({ response: { status: 404 } });
  });
});

test('the oldest client with single sign-on gets a sentence', async () => {
  await expect(made('0.5.0').auth.getSsoAccessToken()).rejects.toMatchObject(refusal(501));
});

test('the newest client reports visits and events without a failure, and gets no logs', async () => {
  const one = made('0.8.50', { token: (await someone()).appToken });
  await one.appLogs.logUserInApp('Home');
  const body = { events: [{ event_name: 'x', properties: {}, timestamp: new Date().toISOString(), page_url: '/' }] };
  const path = `/api/apps/${world.app.id}/analytics/track/batch`;
  expect((await world.request('nobody', { host: 'runtime', path, body, headers: bearer('') })).status).toBe(200);
  expect(await one.app.getPublicSettings()).toMatchObject({ id: world.app.id, public_settings: 'public_without_login' });
  for (const call of [() => one.appLogs.fetchLogs({ limit: 1 }), () => one.appLogs.getStats()])
    await expect(call()).rejects.toMatchObject({ ...refusal(501), message: expect.stringMatching(/^[A-Z].{20,}\.$/) });
  await expect(one.users.inviteUser('x@example.org', 'user')).rejects.toMatchObject(refusal(403));
});
