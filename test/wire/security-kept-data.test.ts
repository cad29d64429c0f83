import { newId } from '@sayso/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { textFile } from '../security/compat.ts';
import { type Holder, holders, holdersOf, holdings, type Standing } from '../security/holders.ts';
import { csv } from '../security/owners-rows.ts';
import { type Call, type Data, openWorld, type World } from '../security/world.ts';

let world: World;
let headers: Awaited<ReturnType<typeof holdersOf>>;
beforeAll(async () => {
  world = await openWorld({ RATE_LIMIT: 0, APP_RATE_LIMIT: 0 });
  headers = await holdersOf(world);
}, 180_000);
afterAll(() => world?.server.close());

const app = (rest: string) => `/live_api/apps/${world.app.id}${rest}`;
const sdk = (rest: string) => `/api/apps/${world.app.id}${rest}`;
const ofOwner = (call: Call): Promise<Data> => world.json('owner', call);
const count = (collection: string, filter: object = {}) => world.collection(collection).count({ appId: world.app.id, ...filter });

/** A deleted row of the owner. */
async function trashed(): Promise<string> {
  const { id } = await ofOwner({ path: app('/entities/Note'), body: { text: 'deleted' } });
  await ofOwner({ method: 'DELETE', path: app(`/entities/Note/${id}`) });
  return id;
}
/** A snapshot of a table without rows. */
async function snapshot(): Promise<string> {
  const { id: appId, versionId } = world.app;
  const _id = newId();
  const about = { rows: 'live', key: _id, versionId, nextVersionId: null, createdAt: new Date().toISOString(), isReady: true };
  await world.collection('entities.snapshots').insertOne({ _id, appId, ...about, tables: [{ name: 'Sign', rows: 0, bytes: 0 }] });
  return _id;
}
async function privateFile(): Promise<string> {
  return (await ofOwner({ path: sdk('/integration-endpoints/Core/UploadPrivateFile'), body: textFile() })).file_uri;
}

interface Operation {
  /** As the server lists it. */
  readonly route: string;
  /** What is called is made for each caller. */
  call(): Promise<Call> | Call;
  /** Something that a refused call leaves as it is. */
  state?(): Promise<unknown>;
  /** To a visitor of the app; of routes of the builder nothing. */
  readonly visitor?: number;
  /** To a session that may only view, where it is one of a visitor. */
  readonly viewer?: number;
  /** Whether a permitted call changes the state, so that the test sees that it would. */
  readonly isAlwaysChange?: true;
}
const trash = () => count('entities.trash');
const rows = () => count('entities.rows', { entity: 'Note' });
const drafts = () => count('entities.drafts', { entity: 'Note' });
const kept = () => count('entities.snapshots');
const copies = async () => (await world.collection('entities.copies').find({ appId: world.app.id })).map((copy) => (copy as Data).id);
const stored = () => count('integrations.files');
const both = async () => [await rows(), await drafts()];

const operations: Readonly<Record<string, Operation>> = {
  'empties the trash': {
    route: 'builder DELETE /live_api/apps/:appId/trash',
    call: async () => {
      await trashed();
      return { method: 'DELETE', path: app('/trash'), body: { all: true } };
    },
    state: trash,
    isAlwaysChange: true,
  },
  'deletes a row of the trash': {
    route: 'builder DELETE /live_api/apps/:appId/trash',
    call: async () => ({ method: 'DELETE', path: app('/trash'), body: { ids: [await trashed()] } }),
    state: trash,
    isAlwaysChange: true,
  },
  'restores a row of the trash': {
    route: 'builder POST /live_api/apps/:appId/trash/restore',
    call: async () => ({ path: app('/trash/restore'), body: { ids: [await trashed()] } }),
    state: rows,
    isAlwaysChange: true,
  },
  'deletes a snapshot': {
    route: 'builder DELETE /live_api/apps/:appId/snapshots/:snapshotId',
    call: async () => ({ method: 'DELETE', path: app(`/snapshots/${await snapshot()}`) }),
    state: kept,
    isAlwaysChange: true,
  },
  'restores a snapshot': {
    route: 'builder POST /live_api/apps/:appId/rows/restore',
    call: async () => {
      // One at a time.
      await expect.poll(() => count('entities.copies', { state: { $in: ['queued', 'running'] } })).toBe(0);
      return { path: app('/rows/restore'), body: { tables: [{ name: 'Sign', snapshotId: await snapshot() }] } };
    },
    state: copies,
  },
  'copies rows': {
    route: 'builder POST /live_api/apps/:appId/rows/copy',
    call: async () => {
      await expect.poll(() => count('entities.copies', { state: { $in: ['queued', 'running'] } })).toBe(0);
      return { path: app('/rows/copy'), body: { from: 'draft', to: 'live' } };
    },
    state: copies,
  },
  'exports the project': { route: 'builder GET /api/apps/:appId/export.zip', call: () => ({ path: sdk('/export.zip') }) },
  ...Object.fromEntries(
    (['builder', 'runtime'] as const).flatMap((host) => [
      ...['UploadFile', 'UploadPrivateFile'].map((endpoint): [string, Operation] => [
        `${endpoint}, on the ${host} host`,
        {
          route: `${host} POST /api/apps/:appId/integration-endpoints/Core/:endpoint`,
          call: () => ({ host, path: sdk(`/integration-endpoints/Core/${endpoint}`), body: textFile() }),
          state: stored,
          isAlwaysChange: true,
          visitor: 401,
        },
      ]),
      [
        `reads a private file, on the ${host} host`,
        {
          route: `${host} POST /api/apps/:appId/integration-endpoints/Core/CreateFileSignedUrl`,
          call: async () => ({
            host,
            path: sdk('/integration-endpoints/Core/CreateFileSignedUrl'),
            body: { file_uri: await privateFile() },
          }),
          visitor: 403,
          viewer: 403,
        },
      ] satisfies [string, Operation],
      [
        `imports rows, on the ${host} host`,
        {
          route: `${host} POST /live_api/apps/:appId/entities/:entity/import`,
          call: () => ({ host, path: app('/entities/Note/import'), body: csv() }),
          state: both,
          isAlwaysChange: true,
          visitor: 401,
        },
      ] satisfies [string, Operation],
      [
        `deletes all rows that it may, on the ${host} host`,
        {
          route: `${host} DELETE /live_api/apps/:appId/entities/:entity`,
          call: async () => {
            await ofOwner({ path: app('/entities/Note'), body: { text: 'kept' } });
            return { host, method: 'DELETE', path: app('/entities/Note'), body: { q: {} } };
          },
          state: () => count('entities.rows', { entity: 'Note', creatorId: world.people.owner.id }),
          visitor: 401,
        },
      ] satisfies [string, Operation],
    ]),
  ),
};

/** From what the route declares. */
function expectedOf({ route, visitor = 404, viewer = 200 }: Operation, holder: Holder): number {
  const found = world.server.routes.find(({ host, method, url }) => `${host} ${method} ${url}` === route);
  if (found?.access == null || found.does === null) throw new Error(`${route} declares nothing.`);
  const { access, does, host } = found;
  const { standing, isSession = false } = holder === 'ownerCookie' && host === 'builder' ? holdings.owner : holdings[holder];
  const isOfBuilder = access === 'builder';
  const answers: Readonly<Record<Standing, number>> = {
    invalid: 401,
    foreign: 404,
    visitor,
    user: 200,
    chief: 200,
    viewer: does === 'look' ? (isSession ? viewer : 200) : 403,
    admin: 200,
  };
  if (isOfBuilder && holder === 'userSession') return 403;
  if (isOfBuilder && !isSession && standing !== 'invalid') return holdsToken(holder) ? 403 : 401;
  return answers[standing];
}
const holdsToken = (holder: Holder) => headers[holder]['authorization'] !== undefined;

/** The status, and whether anything changed. */
async function called({ state }: Operation, asked: readonly Holder[], { method, path, host, body }: Call) {
  const before = JSON.stringify(await state?.());
  const statuses = await Promise.all(
    asked.map(async (holder) => {
      const given = { path, headers: headers[holder], ...(method ? { method } : {}), ...(host ? { host } : {}) };
      const response = await world.request('nobody', body === undefined ? given : { ...given, body });
      await response.arrayBuffer();
      return [holder, response.status] as const;
    }),
  );
  return { statuses, isChanged: JSON.stringify(await state?.()) !== before };
}

describe.each(Object.entries(operations))('%s', (_name, operation) => {
  test('is refused to all but those who may, and a refused call changes nothing', { timeout: 120_000 }, async () => {
    const wanted = holders.map((holder) => [holder, expectedOf(operation, holder)] as const);
    const refused = wanted.filter(([, status]) => status >= 400);
    const ofRefused = await called(
      operation,
      refused.map(([holder]) => holder),
      await operation.call(),
    );
    expect(Object.fromEntries(ofRefused.statuses)).toEqual(Object.fromEntries(refused));
    expect(ofRefused.isChanged).toBe(false);
    for (const [holder, status] of wanted.filter(([, answer]) => answer < 400)) {
      const { statuses, isChanged } = await called(operation, [holder], await operation.call());
      expect(statuses).toEqual([[holder, status]]);
      if (operation.isAlwaysChange === true) expect([holder, isChanged]).toEqual([holder, true]);
    }
  });
});

test('tokens of people who lost their role, and of previews, change no row of others', { timeout: 60_000 }, async () => {
  const { id } = await ofOwner({ path: app('/entities/Note'), body: { text: 'of the owner' } });
  const others = holders.filter((holder) => {
    const { standing, isPreview = false } = holdings[holder];
    return holder !== 'ownerCookie' && (standing !== 'admin' || isPreview);
  });
  const calls = (['builder', 'runtime'] as const).flatMap((host) =>
    [{ method: 'PUT', body: { text: 'taken' } }, { method: 'DELETE' }].map((call) => ({
      ...call,
      host,
      path: app(`/entities/Note/${id}`),
    })),
  );
  for (const call of calls) {
    const answers = others.map(async (holder) => [holder, (await world.request('nobody', { ...call, headers: headers[holder] })).status]);
    expect((await Promise.all(answers)).filter(([, status]) => Number(status) < 400)).toEqual([]);
  }
  expect(await ofOwner({ path: app(`/entities/Note/${id}`) })).toMatchObject({ text: 'of the owner' });
});
