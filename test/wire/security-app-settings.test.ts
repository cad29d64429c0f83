import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pkce } from '../app-origin.ts';
import { type Call, type Caller, callers, type NewApp, openWorld, type Policy, type World } from '../security/world.ts';

// Whatever a builder chooses for an app: who is a user of it, who administers it, and for whom it is not there.

let world: World;
let nextMachine = 1;
beforeAll(async () => {
  world = await openWorld();
}, 60_000);
afterAll(() => world.server.close());

const noAccount = { nobody: 401, tampered: 401, expired: 401, visitor: 401 } as const;
const administrators = { appOwner: 200, owner: 200, ownerCookie: 200, admin: 200 } as const;
/** A table of their makers: for users of the app. */
const forUsers: Policy = { ...noAccount, ...administrators, appUser: 200, otherApp: 404, userSession: 401, stranger: 401 };
const forAdministrators: Policy = { ...forUsers, ...noAccount, nobody: 404, visitor: 404, appUser: 404, userSession: 404, stranger: 404 };
/** A log-in code, by whether the app is open to accounts that are no users of it yet. */
const codes = (stranger: number): Policy => ({
  ...noAccount,
  visitor: 403,
  appUser: 403,
  appOwner: 403,
  otherApp: 403,
  // A user of the app, as long as it is published.
  userSession: stranger === 404 ? 404 : 200,
  stranger,
  owner: 200,
  ownerCookie: 200,
  admin: 200,
});

describe.each([
  // Those who are users of the app stay; new ones are refused.
  { isPublished: true, isSignupEnabled: false, rows: forUsers, code: codes(403) },
  { isPublished: false, isSignupEnabled: true, rows: forAdministrators, code: { ...codes(404), owner: 404, ownerCookie: 404, admin: 404 } },
  {
    isPublished: false,
    isSignupEnabled: false,
    rows: forAdministrators,
    code: { ...codes(404), owner: 404, ownerCookie: 404, admin: 404 },
  },
  // Last: from here on the stranger is a user of it, too.
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

  test('rows are read, made and deleted by its users alone', async () => {
    expect(await answers(() => ({ path: notes() }))).toEqual(rows);
    expect(await answers(() => ({ path: notes(), body: { text: 'a' } }))).toEqual(rows);
    expect(await answers(() => ({ method: 'DELETE', path: notes(), body: { q: { text: 'none' } } }))).toEqual(rows);
  });

  test('what the app keeps about a person is theirs as a user of it', async () => {
    const path = `/live_api/apps/${app.id}/auth/me`;
    expect(await answers(() => ({ method: 'PUT', path, body: { colour: 'red' } }))).toEqual(rows);
  });

  test('log-in codes are for those who may come in', async () => {
    const body = () => ({ nextUrl: world.server.runtimeUrl.replace('://', `://${app.slug}.`), codeChallenge: pkce().codeChallenge });
    // Each from another machine: refused calls count, and one address may ask thirty times a minute.
    const headers = () => ({ 'x-forwarded-for': `203.0.113.${nextMachine++}` });
    expect(await answers(() => ({ path: `/api/apps/${app.id}/login-code`, body: body(), headers: headers() }))).toEqual(code);
  });
});
