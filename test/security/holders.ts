import type { Caller, Member } from './callers.ts';
import { bearer, type Data, signUp, type World } from './world.ts';

/** Tokens of the published app, of people who build it or use it, or did: each was issued before the person lost what the name says. */
export const appHolders = [
  'editorApp',
  'viewerApp',
  'demotedApp',
  'removedApp',
  'closedApp',
  /** The preview of an account that was closed. */
  'closedFrame',
  /** Has the role "chief" in the app. */
  'chief',
  /** Had it. */
  'formerChief',
  'removedUser',
  'closedUser',
  'loggedOutUser',
] as const;
export type AppHolder = (typeof appHolders)[number];

/**
 * What a caller is to the app: `invalid`: without a valid token where one was sent; `foreign`: for another app; `viewer`: sees all and changes
 * nothing; `admin`: builds it.
 */
export type Standing = 'invalid' | 'foreign' | 'visitor' | 'user' | 'chief' | 'viewer' | 'admin';
interface Holding {
  readonly standing: Standing;
  /** The code and the rows that it reaches. */
  readonly isPreview?: true;
  /** A session of the builder host, instead of a token of the app. */
  readonly isSession?: true;
}

const session = (standing: Standing): Holding => ({ standing, isSession: true });
const frame = (standing: Standing): Holding => ({ standing, isPreview: true });
const token = (standing: Standing): Holding => ({ standing });

export const holdings: Readonly<Record<Caller | Member | AppHolder, Holding>> = {
  nobody: token('visitor'),
  tampered: token('invalid'),
  expired: token('invalid'),
  visitor: token('visitor'),
  appUser: token('user'),
  appOwner: frame('admin'),
  otherApp: token('foreign'),
  userSession: session('visitor'),
  stranger: session('visitor'),
  owner: session('admin'),
  // On the runtime host, where cookies have no effect.
  ownerCookie: token('visitor'),
  admin: session('admin'),
  editor: session('admin'),
  viewer: session('viewer'),
  demoted: session('viewer'),
  removed: session('visitor'),
  closed: token('invalid'),
  editorFrame: frame('admin'),
  viewerFrame: frame('viewer'),
  demotedFrame: frame('viewer'),
  olderFrame: frame('viewer'),
  removedFrame: token('invalid'),
  editorApp: token('admin'),
  // In the published app, people who only view it are users like others.
  viewerApp: token('user'),
  demotedApp: token('user'),
  // The app accepts sign-ups, so they may use it.
  removedApp: token('user'),
  closedApp: token('invalid'),
  closedFrame: token('invalid'),
  chief: token('chief'),
  formerChief: token('user'),
  removedUser: token('invalid'),
  closedUser: token('invalid'),
  loggedOutUser: token('invalid'),
};
export type Holder = keyof typeof holdings;
export const holders = Object.keys(holdings) as Holder[];

/** Logs everyone in to the published app, then takes away what they lose. Returns the headers of each. */
export async function holdersOf(world: World): Promise<Readonly<Record<Holder, Readonly<Record<string, string>>>>> {
  const { app, server } = world;
  const headers: Record<string, Readonly<Record<string, string>>> = { ...world.headers };
  const ask = async (by: 'owner' | 'admin', query: string, variables: object): Promise<Data> => {
    const { data, errors } = await world.graphql(by, query, { appId: app.id, ...variables });
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
  const logIn = async (name: AppHolder) => {
    const person = await signUp(server, `${name.toLowerCase()}@example.org`);
    return { ...person, name };
  };
  const invite = 'mutation ($appId: ID!, $role: BuilderRole!) { inviteBuilder(appId: $appId, role: $role, uses: 1, days: 1) { link } }';
  const setRole =
    'mutation ($appId: ID!, $id: ID!, $role: BuilderRole!) { setBuilderRole(appId: $appId, accountId: $id, role: $role) { id } }';
  const disable = 'mutation ($id: ID!) { setAccountDisabled(id: $id, disabled: true) { id } }';
  const setPersonRole =
    'mutation ($appId: ID!, $id: ID!, $role: String!) { setPersonRole(appId: $appId, id: $id, role: $role) { people { id } } }';
  const people = Object.fromEntries(await Promise.all(appHolders.map(async (name) => [name, await logIn(name)] as const))) as Record<
    AppHolder,
    Awaited<ReturnType<typeof logIn>>
  >;
  const join = async (name: AppHolder, role: string) => {
    const { inviteBuilder } = await ask('owner', invite, { role });
    const code = new URL(inviteBuilder.link).hash.slice('#code='.length);
    const body = { query: 'mutation ($code: String!) { acceptAppInvitation(code: $code) }', variables: { code } };
    await world.json('nobody', { path: '/graphql', body, headers: bearer(people[name].token) });
  };
  await join('viewerApp', 'view');
  for (const name of ['editorApp', 'demotedApp', 'removedApp', 'closedApp', 'closedFrame'] as const) await join(name, 'edit');
  for (const name of appHolders) headers[name] = bearer(await world.enter(people[name].token, app));
  const preview = { query: 'mutation ($id: ID!) { startPreview(appId: $id) { token } }', variables: { id: app.id } };
  const { data } = await world.json('nobody', { path: '/graphql', body: preview, headers: bearer(people.closedFrame.token) });
  headers['closedFrame'] = bearer(data.startPreview.token);
  await ask('owner', setRole, { id: people.demotedApp.id, role: 'view' });
  await ask('owner', 'mutation ($appId: ID!, $id: ID!) { removeBuilder(appId: $appId, accountId: $id) }', { id: people.removedApp.id });
  for (const name of ['chief', 'formerChief'] as const) await ask('owner', setPersonRole, { id: people[name].id, role: 'chief' });
  await ask('owner', setPersonRole, { id: people.formerChief.id, role: 'user' });
  const remove = 'mutation ($appId: ID!, $id: ID!) { removePersonInApp(appId: $appId, id: $id) { people { id } } }';
  await ask('owner', remove, { id: people.removedUser.id });
  for (const name of ['closedApp', 'closedFrame', 'closedUser'] as const) await ask('admin', disable, { id: people[name].id });
  const logOut = { method: 'POST', path: `/live_api/apps/${app.id}/auth/logout`, headers: headers['loggedOutUser'] ?? {} };
  await world.json('nobody', logOut);
  return headers as Record<Holder, Record<string, string>>;
}
