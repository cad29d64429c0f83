import { newId } from '@sayso/core';
import { expect } from 'vitest';
import { type Data, isPending } from './client.ts';
import { genApp, type World } from './world.ts';

export interface Act {
  readonly name: string;
  /** Worlds in parallel, for acts that mostly wait for a job's retry. Default 1. */
  readonly lanes?: number;
  /** Creates the state that the act works on. */
  prepare(world: World): Promise<Data>;
  /** Runs the act; true when it was acknowledged. */
  act(world: World, given: Data): Promise<boolean>;
  /** Reads the state that the act changes. */
  look(world: World, given: Data): Promise<unknown>;
  /** Retry after a failure, as a builder would do it; default: `act`. */
  again?(world: World, given: Data): Promise<boolean>;
  /** The call failed but its turn still runs: the state counts as old or new only once it has settled. Default: never. */
  isPending?(world: World, given: Data): Promise<boolean>;
  /** Checks further invariants after a fault. */
  check?(world: World, given: Data): Promise<string | undefined>;
}

const PUBLISH = 'mutation ($id: ID!) { publishApp(id: $id) { id } }';

/** A published app must be served. */
async function isServed(world: World, { appId }: Data): Promise<string | undefined> {
  const { slug, published } = await world.collection('apps_apps').findOne({ _id: appId });
  const page = published && (await world.host.fetch(`http://${slug}.localhost:4001/`, {}));
  return page && page.status !== 200 ? `the published app answers ${page.status}` : undefined;
}

const PASSWORD = 'correct horse battery';

export const acts: Act[] = [
  {
    name: 'sign up',
    prepare: async (world) => {
      // All these people share one IP address.
      await world.collection('accounts_limits').deleteMany({});
      return { email: `${newId()}@example.org` };
    },
    act: async (world, { email }) => !(await world.call('POST', '/api/auth/sign-up/email', { email, password: PASSWORD })).failed,
    look: async (world, { email }) => {
      const user = await world.collection('accounts_user').findOne({ email });
      const password = user && (await world.collection('accounts_account').findOne({ userId: user._id, providerId: 'credential' }));
      return { isThere: user !== null, hasPassword: Boolean(password) };
    },
    // Either the email is unused, or the account is complete and its owner can log in.
    again: async (world, { email }) => {
      const given = { email, password: PASSWORD };
      if (!(await world.call('POST', '/api/auth/sign-up/email', given)).failed) return true;
      return !(await world.call('POST', '/api/auth/sign-in/email', given)).failed;
    },
  },
  {
    name: 'make an app',
    prepare: async () => ({ name: newId() }),
    act: async (world, { name }) =>
      !(await world.graphql('mutation ($name: String) { createApp(input: { name: $name }) { id } }', { name })).failed,
    look: async (world, { name }) => {
      const made = await world.collection('apps_apps').find({ name });
      return made.length > 0 ? { isThere: true } : { isThere: false };
    },
  },
  {
    name: 'make an app with files',
    prepare: async () => ({ name: newId() }),
    act: async (world, { name }) => !(await world.call('POST', '/api/apps', { appType: 'generated', genApp: { ...genApp, name } })).failed,
    look: async (world, { name }) =>
      Promise.all((await world.collection('apps_apps').find({ name })).slice(0, 1).map(({ _id }) => world.stateOf(_id))),
  },
  {
    name: 'copy an app',
    prepare: async (world) => {
      const appId = await world.makeApp();
      const { name } = await world.collection('apps_apps').findOne({ _id: appId });
      return { appId, copy: `${name} copy` };
    },
    act: async (world, { appId }) => !(await world.graphql('mutation ($id: ID!) { duplicateApp(id: $id) { id } }', { id: appId })).failed,
    look: async (world, { copy }) => {
      const found = await world.collection('apps_apps').find({ name: copy });
      return Promise.all(found.slice(0, 1).map(async ({ _id }) => ({ ...(await world.stateOf(_id)), title: null })));
    },
  },
  {
    name: 'save a file',
    prepare: async (world) => {
      const { id } = await world.call('POST', '/api/apps', { appType: 'space', genApp: { ...genApp, name: newId() } });
      return { appId: id, baseVersionId: (await world.collection('apps_apps').findOne({ _id: id })).currentVersionId };
    },
    act: async (world, { appId }) => {
      const { currentVersionId } = await world.collection('apps_apps').findOne({ _id: appId });
      const variables = { id: appId, base: currentVersionId, content: 'export default () => <p>Edited</p>;\n' };
      const mutation =
        'mutation ($id: ID!, $base: ID!, $content: String!) { updateAppFile(id: $id, baseVersionId: $base, path: "pages/Home", content: $content) { id } }';
      return !(await world.graphql(mutation, variables)).failed;
    },
    look: (world, { appId }) => world.stateOf(appId),
  },
  {
    name: 'save an app again',
    prepare: async (world) => {
      const { id } = await world.call('POST', '/api/apps', { appType: 'space', genApp: { ...genApp, name: newId() } });
      return { appId: id, name: newId() };
    },
    act: async (world, { appId, name }) => {
      const genApp = { name, description: 'Saved', mainPage: 'Home', pages: { Home: 'export default () => <p>Saved</p>;\n' } };
      return !(await world.call('POST', '/api/apps', { appId, genApp, app: { header: 'Saved' } })).failed;
    },
    look: async (world, { appId, name }) => {
      const app = await world.collection('apps_apps').findOne({ _id: appId });
      const { description, settings, props } = app;
      return { ...(await world.stateOf(appId)), isNamed: app.name === name, description, mainPage: settings.mainPage, props };
    },
  },
  {
    name: 'change an address',
    prepare: async (world) => {
      const appId = await world.makeApp();
      await world.graphql(PUBLISH, { id: appId });
      return { appId, slug: `s-${newId()}`.slice(0, 40).toLowerCase() };
    },
    act: async (world, { appId, slug }) =>
      !(await world.graphql('mutation ($id: ID!, $slug: String!) { updateAppSlug(id: $id, slug: $slug) { id } }', { id: appId, slug }))
        .failed,
    look: async (world, { appId, slug }) => ({ isMoved: (await world.collection('apps_apps').findOne({ _id: appId })).slug === slug }),
    check: isServed,
  },
  {
    name: 'take an app down',
    prepare: async (world) => {
      const appId = await world.makeApp();
      await world.graphql(PUBLISH, { id: appId });
      return { appId };
    },
    act: async (world, { appId }) => !(await world.graphql('mutation ($id: ID!) { unpublishApp(id: $id) { id } }', { id: appId })).failed,
    look: (world, { appId }) => world.stateOf(appId),
    check: isServed,
  },
  {
    name: 'bring a deleted app back',
    prepare: async (world) => {
      const appId = await world.makeApp();
      await world.graphql('mutation ($id: ID!) { deleteApp(id: $id) { id } }', { id: appId });
      return { appId };
    },
    act: async (world, { appId }) => !(await world.graphql('mutation ($id: ID!) { undoDeleteApp(id: $id) { id } }', { id: appId })).failed,
    look: (world, { appId }) => world.stateOf(appId),
  },
  {
    name: 'publish',
    prepare: async (world) => ({ appId: await world.makeApp() }),
    act: async (world, { appId }) => !(await world.graphql(PUBLISH, { id: appId })).failed,
    look: (world, { appId }) => world.stateOf(appId),
    check: isServed,
  },
  {
    name: 'restore a version',
    prepare: async (world) => {
      const appId = await world.makeApp();
      const { currentVersionId } = await world.collection('apps_apps').findOne({ _id: appId });
      const turnId = await world.send(appId, newId());
      const turn = await world.settled(appId);
      expect([turn._id, turn.status]).toEqual([turnId, 'ready']);
      return { appId, versionId: currentVersionId };
    },
    act: async (world, { appId, versionId }) => {
      const mutation = 'mutation ($id: ID!, $versionId: ID!) { restoreVersion(id: $id, versionId: $versionId) { id } }';
      return !(await world.graphql(mutation, { id: appId, versionId })).failed;
    },
    look: async (world, { appId }) => {
      const { app } = await world.graphql('query ($id: ID!) { app(id: $id) { messages { id } latestTurn { id } } }', { id: appId });
      return { ...(await world.stateOf(appId)), title: null, messages: app.messages.length, hasTurn: app.latestTurn !== null };
    },
  },
  {
    name: 'delete an app',
    prepare: async (world) => ({ appId: await world.makeApp() }),
    act: async (world, { appId }) => !(await world.graphql('mutation ($id: ID!) { deleteApp(id: $id) { id } }', { id: appId })).failed,
    look: (world, { appId }) => world.stateOf(appId),
    again: async (world, { appId }) => {
      if (!(await world.stateOf(appId)).isThere) return true;
      return !(await world.graphql('mutation ($id: ID!) { deleteApp(id: $id) { id } }', { id: appId })).failed;
    },
  },
  {
    name: 'a turn',
    lanes: 4,
    prepare: async (world) => ({ appId: await world.makeApp(), clientId: newId() }),
    act: async (world, { appId, clientId }) => {
      if ((await world.send(appId, clientId)) === null) return false;
      return (await world.settled(appId)).status === 'ready';
    },
    look: (world, { appId }) => world.stateOf(appId),
    isPending: async (world, { appId }) => isPending(await world.collection('chat_turns').findOne({ appId })),
    // The message's status must match what happened to the app.
    check: async (world, { appId }) => {
      const turn = await world.collection('chat_turns').findOne({ appId });
      if (!turn || isPending(turn)) return undefined;
      const { currentVersionId } = await world.collection('apps_apps').findOne({ _id: appId });
      const version = await world.collection('apps_versions').findOne({ _id: currentVersionId });
      const message = await world.collection('chat_messages').findOne({ _id: turn.assistantMessageId });
      const isMade = version.messageId === turn.assistantMessageId;
      const says = [turn.status, message.status, message.versionId ? 'with a version' : ''].join(' ');
      return says === (isMade ? 'ready ready with a version' : 'failed failed ') ? undefined : `the message says ${says}`;
    },
    again: async (world, { appId, clientId }) => {
      let turn = await world.collection('chat_turns').findOne({ appId });
      // A refused call may have started a turn, which then settles by itself.
      if (turn?.status !== 'failed' && (await world.send(appId, clientId)) === null) return false;
      turn = await world.settled(appId);
      if (turn.status === 'failed') await world.graphql('mutation ($id: ID!) { retryTurn(turnId: $id) { id } }', { id: turn._id });
      return (await world.settled(appId)).status === 'ready';
    },
  },
];
