import accounts from '@sayso/accounts';
import apps from '@sayso/apps';
import chat from '@sayso/chat';
import { type Actor, newId, storeTime } from '@sayso/core';
import { type TestHost, testHost } from '@sayso/core/testing';
import entities from '@sayso/entities';
import { type ModelsApi, modelsRef } from '@sayso/models/ref';
import runtime from '@sayso/runtime';
import validator from '@sayso/validator';
import { type Data, FIRST_FILES, isPending } from './client.ts';
import { type Engines, Faults } from './faults.ts';

const owner: Actor = { kind: 'account', id: 'owner', admin: false, builder: true };

/** A changed page, a new component and rows: all effects that a turn can have. */
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

const models: Pick<ModelsApi, 'info' | 'streamChat' | 'window'> = {
  info: async () => ({
    isDemo: true,
    label: 'Scripted',
    model: 'scripted',
    hint: null,
    examplePrompts: [],
    capabilities: { conversation: false, objects: false },
  }),
  window: async () => 32_768,
  async *streamChat() {
    for (let at = 0; at < ANSWER.length; at += 200) yield { type: 'text', text: ANSWER.slice(at, at + 200) };
    const usage = { model: 'scripted', promptTokens: 1, completionTokens: 1, totalTokens: 2, totalCost: null, finishReason: 'stop' };
    yield { type: 'finish', reason: 'stop', usage };
  },
};

const TAG = JSON.stringify({ name: 'Tag', type: 'object', properties: { text: { type: 'string' } } });
export const genApp = { pages: { Home: FIRST_FILES['pages/Home'] }, entities: { Note: FIRST_FILES['entities/Note.json'], Tag: TAG } };

/** The real plugins over a store and blobs with fault injection. */
export class World implements AsyncDisposable {
  readonly host: TestHost<unknown>;
  readonly faults: Faults;
  /** The ids of all apps made here. */
  readonly made: string[] = [];
  readonly #engines: Engines;

  private constructor(host: TestHost<unknown>, faults: Faults, engines: Engines) {
    this.host = host;
    this.faults = faults;
    this.#engines = engines;
  }

  static async open(): Promise<World> {
    const faults = new Faults();
    let opened: Engines | undefined;
    const host = await testHost(chat, {
      plugins: [validator, accounts, apps, entities, runtime],
      provide: [[modelsRef, models]],
      runJobs: true,
      config: { RATE_LIMIT: 0 },
      wrap: (engines) => {
        opened = engines;
        return faults.wrap(engines);
      },
    });
    if (!opened) throw new Error('The engines were not opened.');
    const world = new World(host, faults, opened);
    // Jobs that act as an account ask whether there still is one.
    const [name, at] = ['owner', storeTime()];
    const account = { _id: name, name, email: 'owner@example.org', emailVerified: true, createdAt: at, updatedAt: at };
    await world.collection('accounts_user').insertOne(account);
    return world;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.host.close();
  }

  async call(method: string, path: string, body?: unknown): Promise<Data> {
    const init = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await this.host.fetch(path, { method, ...init }, owner);
    const value = (await answer.json()) as Data;
    return answer.ok ? value : { ...value, failed: true };
  }

  async graphql(query: string, variables: object): Promise<Data> {
    const { data, errors } = await this.host.graphql<Data>(query, { ...variables }, owner);
    return errors ? { failed: true, errors } : data;
  }

  /** Creates an app with one version; returns its id. */
  async makeApp(): Promise<string> {
    const { id } = await this.call('POST', '/api/apps', { appType: 'generated', genApp: { ...genApp, name: newId() } });
    this.made.push(id);
    return id;
  }

  /** The unwrapped collection: reading it never fails. */
  collection(name: string) {
    const found = this.faults.documents.get(name);
    if (!found) throw new Error(`There is no collection ${name}.`);
    return found as unknown as {
      find(filter: object, options?: object): Promise<Data[]>;
      findOne(filter: object, options?: object): Promise<Data>;
      insertOne(document: object): Promise<void>;
      updateOne(filter: object, change: object): Promise<number>;
      updateMany(filter: object, change: object): Promise<number>;
      deleteMany(filter: object): Promise<number>;
    };
  }

  /** The rows of all tables of an app. */
  async rowsOf(appId: string): Promise<Data[]> {
    const rows = this.faults.partitioned.get('entities_rows');
    if (!rows) throw new Error('The rows are not open.');
    const found: Data[] = [];
    for await (const row of rows.stream({ appId })) found.push(row);
    return found;
  }

  /** Runs a job once in this process, subject to faults. */
  runJob(name: string): Promise<void> {
    return this.#engines.jobs.runNow(name, {});
  }

  /** Keys of all blobs of a plugin. */
  async blobsOf(plugin: string): Promise<string[]> {
    const keys: string[] = [];
    for await (const key of this.#engines.blobs.scope(plugin).list('')) keys.push(key);
    return keys;
  }

  /** All stored data of an app, without times and ids that differ between runs. */
  async stateOf(appId: string): Promise<Data> {
    const app = await this.collection('apps_apps').findOne({ _id: appId });
    const rows = await this.rowsOf(appId);
    const notes = rows.map(({ entity, data }) => `${entity} ${data.text}`).sort();
    const version = app?.currentVersionId ? await this.collection('apps_versions').findOne({ _id: app.currentVersionId }) : null;
    const contents = await this.collection('apps_contents').find({ _id: { $in: (version?.files ?? []).map(({ hash }: Data) => hash) } });
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

  /** Sends a message; the turn's id, or null when it was not acknowledged. */
  async send(appId: string, clientId: string): Promise<string | null> {
    const input = { appId, clientId, content: 'Say after' };
    const { sendMessage } = await this.graphql('mutation ($input: SendMessageInput!) { sendMessage(input: $input) { id } }', { input });
    return sendMessage?.id ?? null;
  }

  /** The app's turn once it has settled; reads bypass the faults, and a killed process is restarted. */
  async settled(appId: string): Promise<Data> {
    const since = performance.now();
    for (;;) {
      const [turn] = await this.collection('chat_turns').find({ appId }, { sort: { _id: -1 }, limit: 1 });
      if (!isPending(turn) || performance.now() - since > 30_000) return turn;
      await new Promise((resolve) => setTimeout(resolve, 5));
      this.faults.restart();
    }
  }
}
