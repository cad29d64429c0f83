import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// Without a renderer: hooks return their first value.
vi.mock('react', () => ({ useEffect: () => {}, useSyncExternalStore: (_subscribe: unknown, read: () => unknown) => read() }));

interface Sent {
  readonly path: string;
  readonly body: unknown;
  readonly token: string | null;
}
const tokenOf = (name: string) => `${name}.${btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + 3000 }))}.x`;
let sent: Sent[];
let answers: Record<string, () => Response>;
let items: Map<string, string>;
let sdk: typeof import('./auth.ts') & typeof import('../auth.ts') & typeof import('../session.ts') & typeof import('../connection.ts');
let reports: unknown[];

/** `isPreview`: in the frame of the builder instead of on the app's own origin. */
async function open({ isPreview = false } = {}) {
  vi.resetModules();
  const { connection } = await import('../connection.ts');
  const session = await import('../session.ts');
  sdk = { ...(await import('../auth.ts')), ...session, ...(await import('../connection.ts')), ...(await import('./auth.ts')) };
  (await import('../errors.ts')).onErrorReport((report) => void reports.push(report));
  Object.assign(connection, { appId: 'a1', apiUrl: '', token: isPreview ? 'preview' : null, renew: null });
  if (!isPreview) await session.restoreSession();
}

beforeEach(() => {
  sent = [];
  reports = [];
  items = new Map();
  answers = {};
  const assign = vi.fn();
  vi.stubGlobal('location', { hash: '', href: 'https://habits.example.org/', pathname: '/', search: '', assign });
  vi.stubGlobal('window', { location, parent: null });
  window.parent = window;
  vi.stubGlobal('history', { state: null, replaceState: () => {} });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
  vi.stubGlobal('fetch', async (url: string, { headers, body }: { headers: Record<string, string>; body?: string }) => {
    const path = url.replace(/^.*\/auth\//, '');
    sent.push({ path, body: body && JSON.parse(body), token: headers['authorization']?.replace('Bearer ', '') ?? null });
    return answers[path]?.() ?? Response.json({ success: true });
  });
});
afterEach(() => {
  expect(location.assign).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

const ada = { id: 'u1', email: 'ada@example.org' };
const kept = () => JSON.parse(items.get('sayso.token.a1') ?? 'null') as { token: string; expiresAt: string } | null;

test('a log-in form begins the session of the app, which tells its parts', async () => {
  await open();
  const token = tokenOf('ada');
  answers = { login: () => Response.json({ access_token: token, user: ada }), me: () => Response.json({ user: ada }) };
  expect(await sdk.auth.loginViaEmailPassword('ada@example.org', 'secret')).toEqual({ access_token: token, user: ada });
  expect(sent[0]).toEqual({ path: 'login', body: { email: 'ada@example.org', password: 'secret' }, token: null });
  expect([sdk.connection.token, kept()?.token, sdk.useUser().user]).toEqual([token, token, ada]);
  expect(Date.parse(kept()?.expiresAt ?? '')).toBeGreaterThan(Date.now() + 2_900_000);
  // Apps set it again, as the client's own examples do.
  sdk.auth.setToken(token);
  expect(sent.filter(({ path }) => path === 'me')).toHaveLength(1);
});

test.each([
  [401, 'Invalid email or password'],
  [429, 'Too many login attempts, try again later'],
])('a refusal (%i) is the sentence for the form, sent once, and no error of the app', async (status, message) => {
  await open();
  sdk.connection.token = 'older';
  answers = { login: () => Response.json({ message, code: 'refused' }, { status }) };
  await expect(sdk.auth.loginViaEmailPassword('ada@example.org', 'guess')).rejects.toMatchObject({ message, status, code: 'refused' });
  expect([sent.length, reports, sdk.connection.token]).toEqual([1, [], 'older']);
});

test('a sign-up logs in once its address is verified, or its token is set', async () => {
  await open();
  const [first, second] = [tokenOf('first'), tokenOf('second')];
  answers = { register: () => Response.json({ access_token: first, user: ada }), me: () => Response.json({ user: ada }) };
  await sdk.auth.register({ email: 'Ada@example.org', password: 'secret' });
  expect(sdk.connection.token).toBeNull();
  expect(await sdk.auth.verifyOtp({ email: 'ada@example.org', otpCode: '012345' })).toEqual({ success: true, access_token: first });
  expect(sent.find(({ path }) => path === 'verify-otp')?.body).toEqual({ email: 'ada@example.org', otp_code: '012345' });
  expect(sdk.connection.token).toBe(first);
  sdk.auth.setToken(second);
  expect(kept()?.token).toBe(second);
});

test('the forms of a forgotten password, of its change and of another code reach the server', async () => {
  await open();
  await sdk.auth.resetPasswordRequest('ada@example.org');
  await sdk.auth.resetPassword({ resetToken: 't', newPassword: 'n' });
  await sdk.auth.resendOtp('ada@example.org');
  await sdk.auth.changePassword({ currentPassword: 'c', newPassword: 'n' });
  expect(sent.map(({ path, body }) => [path, body])).toEqual([
    ['reset-password-request', { email: 'ada@example.org' }],
    ['reset-password', { reset_token: 't', new_password: 'n' }],
    ['resend-otp', { email: 'ada@example.org' }],
    ['change-password', { current_password: 'c', new_password: 'n' }],
  ]);
});

test('a preview stays its builder’s', async () => {
  await open({ isPreview: true });
  answers = { login: () => Response.json({ access_token: 'preview', user: ada }) };
  await sdk.auth.loginViaEmailPassword('ada@example.org', 'secret');
  expect(sent[0]?.token).toBe('preview');
  for (const token of [tokenOf('other'), 'no token', '', undefined]) sdk.auth.setToken(token);
  expect([sdk.connection.token, items.size]).toEqual(['preview', 0]);
});
