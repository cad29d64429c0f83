import { type App, type AppsApi, appBranches, appPurges, appsRef, type EntitySchema, type Person } from '@sayso/apps/ref';
import { type Actor, definePlugin } from '@sayso/core';
import { startTestServer } from '@sayso/core/testing';
import entities from '../index.ts';
import { entitiesRef } from '../ref.ts';
import { type LiveSocket, openSocket } from './socket.ts';
import { openStream, type Stream } from './stream.ts';

type Tables = Readonly<Record<string, (name: string) => EntitySchema>>;

/**
 * A server that listens, with published apps whose tables a test changes, and callers whom it logs out. The app `draft` is not
 * published.
 */
export async function startLive(first: Tables, config: Readonly<Record<string, unknown>> = {}) {
  let tables = first;
  let isUnreachable = false;
  const removed = new Set<string>();
  const persons = new Map<string, Person>();
  let emit: (appId: string) => Promise<void> = async () => undefined;
  const versions = new Map<string, Readonly<Record<string, EntitySchema>>>();
  const versionOf = () => {
    const schemas = Object.fromEntries(Object.entries(tables).map(([name, make]) => [name, make(name)]));
    const id = JSON.stringify(schemas);
    versions.set(id, schemas);
    return id;
  };
  let emitPerson: (accountId: string) => Promise<void> = async () => undefined;
  const apps: Pick<AppsApi, 'access' | 'find' | 'isAppAdmin' | 'isAppViewer' | 'schemas'> = {
    access: {
      person: async (_appId: string, id: string) => persons.get(id) ?? { role: 'user', email: null, fields: {} },
    } as unknown as AppsApi['access'],
    async find(id) {
      if (isUnreachable) throw new Error('The store is unreachable.');
      if (id === 'none') return null;
      const currentVersionId = versionOf();
      const published = id === 'draft' ? null : { versionId: currentVersionId, buildId: 'b', at: '2026-01-01T00:00:00.000Z' };
      return { id, ownerId: 'owner', currentVersionId, published } as App;
    },
    isAppViewer: () => false,
    isAppAdmin: (actor, app) => {
      if (actor.kind === 'anonymous' || (actor.id !== null && removed.has(actor.id))) return false;
      return actor.kind === 'account' ? actor.id === app.ownerId : actor.admin && actor.appId === app.id;
    },
    schemas: async (_id, version = '') => versions.get(version) ?? {},
  };
  const actors = new Map<string, Actor>();
  const stubOwner = definePlugin({
    name: 'apps',
    contract: 1,
    provides: appsRef,
    extensionPoints: { appBranches, appPurges },
    start(context) {
      emitPerson = (accountId) => context.emit('apps.personChanged', { appId: 'app', accountId });
      emit = (appId) => context.emit('apps.changed', { appId, ownerId: 'owner', currentVersionId: null });
      return apps as AppsApi;
    },
    identify: ({ authorization }) => actors.get(authorization ?? '') ?? null,
  });
  const server = await startTestServer([entities, stubOwner], { RATE_LIMIT: 0, ...config });
  const streams: { close(): void }[] = [];
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= server.close());
  const keyOf = (actor: Actor) => JSON.stringify(actor);
  const openAs = async (as: Actor, path: string, headers = {}): Promise<Stream> => {
    const authorization = keyOf(as);
    if (as.kind !== 'anonymous') actors.set(authorization, as);
    const given = as.kind === 'anonymous' ? headers : { authorization, ...headers };
    const stream = await openStream(`${server.runtimeUrl}${path}`, given);
    streams.push(stream);
    return stream;
  };
  return {
    url: server.runtimeUrl,
    rows: server.service(entitiesRef),
    /** Opens a stream; refused ones have another status than 200. */
    follow: (as: Actor, entity: string, { appId = 'app', headers = {} } = {}): Promise<Stream> =>
      openAs(as, `/live_api/apps/${appId}/entities/${entity}/events`, headers),
    /** Opens one stream for several tables. */
    followAll: (as: Actor, entities: readonly string[]): Promise<Stream> =>
      openAs(as, `/live_api/apps/app/events?tables=${entities.join()}`),
    /** Opens a WebSocket and says who it is. */
    async connect(as: Actor, { appId = 'app', headers = {} } = {}): Promise<LiveSocket> {
      const token = as.kind === 'anonymous' ? null : keyOf(as);
      if (token !== null) actors.set(`Bearer ${token}`, as);
      const socket = await openSocket(`${server.runtimeUrl.replace('http', 'ws')}/live_api/changes`, { headers });
      streams.push(socket);
      socket.say({ app: appId, token });
      return socket;
    },
    logOut(as: Actor): void {
      for (const key of [keyOf(as), `Bearer ${keyOf(as)}`]) actors.delete(key);
    },
    /** Removes a person from the builders of the app; `isMissed`: without an event. */
    async remove(id: string, isMissed = false): Promise<void> {
      removed.add(id);
      if (!isMissed) await emit('app');
    },
    /** Changes what rules read of a person; `isMissed`: without an event. */
    async changePerson(id: string, person: Partial<Person>, isMissed = false): Promise<void> {
      persons.set(id, { role: 'user', email: null, fields: {}, ...person });
      if (!isMissed) await emitPerson(id);
    },
    async change(next: Tables): Promise<void> {
      tables = next;
      await emit('app');
    },
    /** Makes reading the apps fail, or work again. */
    setUnreachable(value: boolean): void {
      isUnreachable = value;
    },
    close,
    async [Symbol.asyncDispose]() {
      for (const stream of streams) stream.close();
      await close();
    },
  };
}
