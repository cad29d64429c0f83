import accounts from '@sayso/accounts';
import apps from '@sayso/apps';
import chat from '@sayso/chat';
import { type Actor, newId } from '@sayso/core';
import { type TestHost, testHost } from '@sayso/core/testing';
import entities from '@sayso/entities';
import { type ModelsApi, modelsRef } from '@sayso/models/ref';
import runtime from '@sayso/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rounds } from './chance.ts';
import { type Data, FIRST_FILES } from './client.ts';
import { type FaultKind, Faults } from './faults.ts';

const owner: Actor = { kind: 'account', id: 'owner', admin: false };
const faults = new Faults();
let host: TestHost<unknown>;

/** A change of the page, a new component, and rows: all that a turn can bring about. */
const ANSWER = `Done.
<action type="edit_file" file="pages/Home" title="Say after">
<<<<<<< SEARCH
Before
=======
After
>>>>>>> REPLACE
</action>
<action type="add_file" file="components/Card" title="A card">
export default function Card() { return <b>Card</b>; }
</action>
<action type="insert_records" file="entities/Note.json" title="Two notes">
[{"text": "one"}, {"text": "two"}]
</action>
<action type="insert_records" file="entities/Tag.json" title="A tag">
[{"text": "three"}]
</action>`;

const models: Pick<ModelsApi, 'info' | 'streamChat'> = {
  info: { isDemo: true, label: 'Scripted', model: 'scripted', hint: null, examplePrompts: [] },
  async *streamChat() {
    for (let at = 0; at < ANSWER.length; at += 200) yield { type: 'text', text: ANSWER.slice(at, at + 200) };
    const usage = { model: 'scripted', promptTokens: 1, completionTokens: 1, totalTokens: 2, totalCost: null, finishReason: 'stop' };
    yield { type: 'finish', reason: 'stop', usage };
  },
};

beforeAll(async () => {
  host = await testHost(chat, {
    plugins: [accounts, apps, entities, runtime],
    provide: [[modelsRef, models]],
    runJobs: true,
    config: { RATE_LIMIT: 0 },
    wrap: faults.wrap,
  });
});
afterAll(() => host?.close());

async function call(method: string, path: string, body?: unknown): Promise<Data> {
  const init = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await host.fetch(path, { method, ...init }, owner);
  const value = (await answer.json()) as Data;
  return answer.ok ? value : { ...value, failed: true };
}

async function graphql(query: string, variables: object): Promise<Data> {
  const { data, errors } = await host.graphql<Data>(query, { ...variables }, owner);
  return errors ? { failed: true, errors } : data;
}

const TAG = JSON.stringify({ name: 'Tag', type: 'object', properties: { text: { type: 'string' } } });
const genApp = { pages: { Home: FIRST_FILES['pages/Home'] }, entities: { Note: FIRST_FILES['entities/Note.json'], Tag: TAG } };

/** An app with one version; its id. */
async function makeApp(): Promise<string> {
  return (await call('POST', '/api/apps', { appType: 'generated', genApp: { ...genApp, name: newId() } })).id;
}

const collection = (name: string) => {
  const found = faults.documents.get(name);
  if (!found) throw new Error(`There is no collection ${name}.`);
  return found as unknown as {
    find(filter: object, options?: object): Promise<Data[]>;
    findOne(filter: object, options?: object): Promise<Data>;
  };
};

/** Everything that the store holds of an app, without times and ids that differ from run to run. */
async function stateOf(appId: string): Promise<Data> {
  const app = await collection('apps_apps').findOne({ _id: appId });
  const rows = await collection('entities_rows').find({ appId });
  const notes = rows.map(({ entity, data }) => `${entity} ${data.text}`).sort();
  const version = app?.currentVersionId ? await collection('apps_versions').findOne({ _id: app.currentVersionId }) : null;
  const contents = await collection('apps_contents').find({ _id: { $in: (version?.files ?? []).map(({ hash }: Data) => hash) } });
  const texts = new Map(contents.map(({ _id, text }) => [_id, text]));
  return {
    isThere: app !== null && app.deletedAt === null,
    files: Object.fromEntries((version?.files ?? []).map(({ path, hash }: Data) => [path, texts.get(hash) ?? 'MISSING'])),
    isFirst: version?.parentId === null,
    title: version?.title ?? null,
    isPublished: app?.published ? app.published.versionId === app.currentVersionId && app.status === 'active' : app?.status === 'active',
    notes,
  };
}

interface Act {
  readonly name: string;
  /** Makes what the act works on. */
  prepare(): Promise<Data>;
  /** The act itself; true when it was acknowledged. */
  act(given: Data): Promise<boolean>;
  /** What the act changes. */
  look(given: Data): Promise<unknown>;
  /** Done again after a failure, as a builder would; default: `act`. */
  again?(given: Data): Promise<boolean>;
  /** What else is wrong with the state after a fault. */
  check?(given: Data): Promise<string | undefined>;
}

const acts: Act[] = [
  {
    name: 'make an app',
    prepare: async () => ({ name: newId() }),
    act: async ({ name }) => !(await graphql('mutation ($name: String) { createApp(input: { name: $name }) { id } }', { name })).failed,
    look: async ({ name }) => {
      const made = await collection('apps_apps').find({ name });
      return made.length > 0 ? { isThere: true } : { isThere: false };
    },
  },
  {
    name: 'make an app with files',
    prepare: async () => ({ name: newId() }),
    act: async ({ name }) => !(await call('POST', '/api/apps', { appType: 'generated', genApp: { ...genApp, name } })).failed,
    look: async ({ name }) => Promise.all((await collection('apps_apps').find({ name })).slice(0, 1).map(({ _id }) => stateOf(_id))),
  },
  {
    name: 'copy an app',
    prepare: async () => {
      const appId = await makeApp();
      const { name } = await collection('apps_apps').findOne({ _id: appId });
      return { appId, copy: `${name} copy` };
    },
    act: async ({ appId }) => !(await graphql('mutation ($id: ID!) { duplicateApp(id: $id) { id } }', { id: appId })).failed,
    look: async ({ copy }) => {
      const found = await collection('apps_apps').find({ name: copy });
      return Promise.all(found.slice(0, 1).map(async ({ _id }) => ({ ...(await stateOf(_id)), title: null })));
    },
  },
  {
    name: 'save a file',
    prepare: async () => {
      const { id } = await call('POST', '/api/apps', { appType: 'space', genApp: { ...genApp, name: newId() } });
      return { appId: id, baseVersionId: (await collection('apps_apps').findOne({ _id: id })).currentVersionId };
    },
    act: async ({ appId }) => {
      const { currentVersionId } = await collection('apps_apps').findOne({ _id: appId });
      const variables = { id: appId, base: currentVersionId, content: 'export default () => <p>Edited</p>;\n' };
      const mutation =
        'mutation ($id: ID!, $base: ID!, $content: String!) { updateAppFile(id: $id, baseVersionId: $base, path: "pages/Home", content: $content) { id } }';
      return !(await graphql(mutation, variables)).failed;
    },
    look: ({ appId }) => stateOf(appId),
  },
  {
    name: 'publish',
    prepare: async () => ({ appId: await makeApp() }),
    act: async ({ appId }) => !(await graphql('mutation ($id: ID!) { publishApp(id: $id) { id } }', { id: appId })).failed,
    look: ({ appId }) => stateOf(appId),
    // What is live can be opened.
    check: async ({ appId }) => {
      const { slug, published } = await collection('apps_apps').findOne({ _id: appId });
      const page = published && (await host.fetch(`http://${slug}.localhost:4001/`, {}));
      return page && page.status !== 200 ? `the published app answers ${page.status}` : undefined;
    },
  },
  {
    name: 'restore a version',
    prepare: async () => {
      const appId = await makeApp();
      const { currentVersionId } = await collection('apps_apps').findOne({ _id: appId });
      const turnId = await send(appId, newId());
      const turn = await settled(appId);
      expect([turn._id, turn.status]).toEqual([turnId, 'ready']);
      return { appId, versionId: currentVersionId, messageId: turn.userMessageId };
    },
    act: async ({ appId, versionId, messageId }) => {
      const mutation =
        'mutation ($id: ID!, $versionId: ID!, $messageId: ID!) { restoreVersion(id: $id, versionId: $versionId, messageId: $messageId) { id } }';
      return !(await graphql(mutation, { id: appId, versionId, messageId })).failed;
    },
    look: async ({ appId }) => ({
      ...(await stateOf(appId)),
      title: null,
      hidden: (await collection('chat_messages').find({ appId, isHidden: true })).length,
    }),
  },
  {
    name: 'delete an app',
    prepare: async () => ({ appId: await makeApp() }),
    act: async ({ appId }) => !(await graphql('mutation ($id: ID!) { deleteApp(id: $id) { id } }', { id: appId })).failed,
    look: ({ appId }) => stateOf(appId),
    again: async ({ appId }) => {
      if (!(await stateOf(appId)).isThere) return true;
      return !(await graphql('mutation ($id: ID!) { deleteApp(id: $id) { id } }', { id: appId })).failed;
    },
  },
  {
    name: 'a turn',
    prepare: async () => ({ appId: await makeApp(), clientId: newId() }),
    act: async ({ appId, clientId }) => {
      if ((await send(appId, clientId)) === null) return false;
      return (await settled(appId)).status === 'ready';
    },
    look: ({ appId }) => stateOf(appId),
    // What the message says is what happened to the app.
    check: async ({ appId }) => {
      const turn = await collection('chat_turns').findOne({ appId });
      if (!turn || turn.status === 'queued') return undefined;
      const { currentVersionId } = await collection('apps_apps').findOne({ _id: appId });
      const version = await collection('apps_versions').findOne({ _id: currentVersionId });
      const message = await collection('chat_messages').findOne({ _id: turn.assistantMessageId });
      const isMade = version.messageId === turn.assistantMessageId;
      const says = [turn.status, message.status, message.versionId ? 'with a version' : ''].join(' ');
      return says === (isMade ? 'ready ready with a version' : 'failed failed ') ? undefined : `the message says ${says}`;
    },
    again: async ({ appId, clientId }) => {
      const turn = await collection('chat_turns').findOne({ appId });
      if (turn?.status === 'failed') await graphql('mutation ($id: ID!) { retryTurn(turnId: $id) { id } }', { id: turn._id });
      else if ((await send(appId, clientId)) === null) return false;
      return (await settled(appId)).status === 'ready';
    },
  },
];

/** The turn's id; null when it was not acknowledged. */
async function send(appId: string, clientId: string): Promise<string | null> {
  const input = { appId, clientId, content: 'Say after' };
  const { sendMessage } = await graphql('mutation ($input: SendMessageInput!) { sendMessage(input: $input) { id } }', { input });
  return sendMessage?.id ?? null;
}

/** The app's turn once nobody works on it; looks past the faults. */
async function settled(appId: string): Promise<Data> {
  const since = performance.now();
  for (;;) {
    const [turn] = await collection('chat_turns').find({ appId }, { sort: { _id: -1 }, limit: 1 });
    const isUnderWay = ['queued', 'streaming', 'applying'].includes(turn.status);
    if (!isUnderWay || performance.now() - since > 10_000) return turn;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const kinds: FaultKind[] = ['before', 'after', 'outage'];
/** Every call in a soak; else each kind of fault takes every third, so that all calls have their turn. */
const step = rounds(3, 1);

describe.each(acts)('$name', ({ prepare, act, look, again = act, check }) => {
  it.each(kinds)(
    'fails at any call (%s), leaves the old state or the new one, and works the next time',
    { timeout: 120_000 },
    async (kind) => {
      const text = async (given: Data) => JSON.stringify(await look(given));
      const usual = await prepare();
      const old = await text(usual);
      expect(await act(usual)).toBe(true);
      const made = await text(usual);
      expect(made).not.toBe(old);

      const wrong: string[] = [];
      let wasHit = true;
      for (let at = 1 + (kinds.indexOf(kind) % step); wasHit; at += step) {
        const given = await prepare();
        faults.arm(at, kind);
        const acknowledged = await act(given);
        faults.disarm();
        wasHit = faults.failed.length > 0;
        const where = `call ${at}, ${faults.failed.join(', ') || 'none'}, ${acknowledged ? 'acknowledged' : 'refused'}`;
        const state = await text(given);
        if (state !== made && (acknowledged || state !== old)) wrong.push(`${where}: a mixture ${state}`);
        const problem = await check?.(given);
        if (problem) wrong.push(`${where}: ${problem}`);
        if (acknowledged) continue;
        if (!(await again(given))) wrong.push(`${where}: refused again`);
        if ((await text(given)) !== made) wrong.push(`${where}: not as it should be after the next try: ${await text(given)}`);
      }
      expect(wrong).toEqual([]);
    },
  );
});
