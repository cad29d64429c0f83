import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// Without a renderer: hooks return their first value.
vi.mock('react', () => ({ useEffect: () => {}, useSyncExternalStore: (_subscribe: unknown, read: () => unknown) => read() }));

let answers: PromiseWithResolvers<Response>[];
let assign: ReturnType<typeof vi.fn<(target: URL) => void>>;
let sdk: typeof import('./auth.ts') & { readonly connection: typeof import('./connection.ts').connection };

beforeEach(async () => {
  answers = [];
  assign = vi.fn();
  const page = { location: { href: 'https://habits.example.org/stats', assign } };
  vi.stubGlobal('window', { ...page, parent: null });
  vi.stubGlobal('location', page.location);
  window.parent = window;
  vi.stubGlobal('localStorage', { removeItem: () => {} });
  vi.stubGlobal('sessionStorage', { setItem: () => {} });
  vi.stubGlobal('fetch', () => {
    const answer = Promise.withResolvers<Response>();
    answers.push(answer);
    return answer.promise;
  });
  // The module caches the signed-in user: reload it for each test.
  vi.resetModules();
  const { connection } = await import('./connection.ts');
  Object.assign(connection, { appId: 'a1', apiUrl: '', builderUrl: 'https://sayso.example.org', token: 't0', renew: null });
  sdk = { ...(await import('./auth.ts')), connection };
});
afterEach(() => vi.unstubAllGlobals());

const ada = () => Response.json({ user: { id: 'u1', name: 'Ada' } });

test.each([
  ['here', () => sdk.login(), 'https://habits.example.org/stats'],
  ['a page of the app', () => sdk.login('/home'), 'https://habits.example.org/home'],
  [
    'here, as the handler of a button',
    () => (sdk.login as (event: unknown) => void)({ type: 'click' }),
    'https://habits.example.org/stats',
  ],
])('a log-in redirects back to %s', async (_name, enter, nextUrl) => {
  enter();
  await vi.waitFor(() => expect(assign).toHaveBeenCalled(), { timeout: 15_000 });
  const target = assign.mock.calls[0]![0];
  expect(`${target.origin}${target.pathname}`).toBe('https://sayso.example.org/apps/a1/login');
  expect(target.searchParams.get('nextUrl')?.split('#')[0]).toBe(nextUrl);
  expect(target.searchParams.get('codeChallenge')).toMatch(/^[\w-]{43}$/);
});

test.each([
  ['was asked for', () => sdk.currentUser()],
  ['was changed', () => sdk.updateMyUserData({ name: 'Ada' })],
])('a user who %s before a log-out stays signed out when the response arrives later', async (_name, ask) => {
  const before = ask();
  const left = sdk.logout();
  answers[1]!.resolve(Response.json({}));
  await left;
  answers[0]!.resolve(ada());
  expect(await before).toMatchObject({ name: 'Ada' });
  expect(sdk.useUser()).toMatchObject({ user: null, isSignedIn: false });
  const now = sdk.currentUser();
  answers[2]!.resolve(Response.json({ user: null }));
  expect(await now).toBeNull();
});
