import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pkce } from '../app-origin.ts';
import { type Call, type Caller, callers, type NewApp, openWorld, type Policy, type World } from '../security/world.ts';

// For each combination of an app's settings: who is its user, who administers it, and who gets 404.

let world: World;
let nextMachine = 1;
beforeAll(async () => {
  world = await openWorld();
}, 60_000);
afterAll(() => world.server.close());

const noAccount = { nobody: 401, tampered: 401, expired: 401, visitor: 401 } as const;
const administrators = { appOwner: 200, owner: 200, ownerCookie: 200, admin: 200 } as const;
/** A table with `creator` permissions: for users of the app. */
const forUsers: Policy = { ...noAccount, ...administrators, appUser: 200, otherApp: 404, userSession: 401, stranger: 401 };
const forAdministrators: Policy = { ...forUsers, ...noAccount, nobody: 404, visitor: 404, appUser: 404, userSession: 404, stranger: 404 };
/** Log-in codes, by whether the app accepts accounts that are not its users yet. */
const codes = (stranger: number): Policy => ({
  ...noAccount,
  visitor: 403,
  appUser: 403,
  appOwner: 403,
  otherApp: 403,
  // A user of the app, while it is published.
  userSession: stranger === 404 ? 404 : 200,
  stranger,
  owner: 200,
  ownerCookie: 200,
  admin: 200,
});

describe.each([
  // Existing users keep access; new ones are refused.
  { isPublished: true, isSignupEnabled: false, rows: forUsers, code: codes(403) },
  { isPublished: false, isSignupEnabled: true, rows: forAdministrators, code: { ...codes(404), owner: 404, ownerCookie: 404, admin: 404 } },
  {
    isPublished: false,
    isSignupEnabled: false,
    rows: forAdministrators,
    code: { ...codes(404), owner: 404, ownerCookie: 404, admin: 404 },
  },
  // Last, since it makes the stranger a user.
  { isPublished: true, isSignupEnabled: true, rows: forUsers, code: codes(200) },
])('published: $isPublished, sign-up: $isSignupEnabled', ({ isPublished, isSignupEnabled, rows, code }) => {
  let app: NewApp;
  beforeAll(async () => {
    app = world.app;
    const appSettings = { isSignupEnabled };
    await world.graphql('owner', 'mutation ($id: ID!) { publishApp(id: $id) { id } }', { id: app.id });
    await world.json('owner', { path: `/api/apps/${app.id}/settings`, body: { appSettings } });
    if (!isPublished) await world.graphql('owner', 'mutation ($id: ID!) { unpublishApp(id: $id) { id } }', { id: app.id });
  });
  const answers = async (call: () => Call, refresh?: (caller: Caller) => void): Promise<Policy> => {
    const statuses: [string, number][] = [];
    for (const caller of callers) {
      refresh?.(caller);
      statuses.push([caller, (await world.request(caller, call())).status]);
    }
    return Object.fromEntries(statuses) as Policy;
  };
  const notes = () => `/live_api/apps/${app.id}/entities/Note`;

  test('only its users read, create and delete rows', async () => {
    expect(await answers(() => ({ path: notes() }))).toEqual(rows);
    expect(await answers(() => ({ path: notes(), body: { text: 'a' } }))).toEqual(rows);
    expect(await answers(() => ({ method: 'DELETE', path: notes(), body: { q: { text: 'none' } } }))).toEqual(rows);
  });

  test('a person has user data only as a user of the app', async () => {
    const path = `/live_api/apps/${app.id}/auth/me`;
    expect(await answers(() => ({ method: 'PUT', path, body: { colour: 'red' } }))).toEqual(rows);
  });

  test('issues log-in codes only to permitted users', async () => {
    const body = () => ({ nextUrl: world.server.runtimeUrl.replace('://', `://${app.slug}.`), codeChallenge: pkce().codeChallenge });
    // Each from another machine: refused calls count, and the limit is thirty calls a minute for each address.
    const headers = () => ({ 'x-forwarded-for': `203.0.113.${nextMachine++}` });
    expect(await answers(() => ({ path: `/api/apps/${app.id}/login-code`, body: body(), headers: headers() }))).toEqual(code);
  });
});
