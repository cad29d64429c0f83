import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Data, openWorld, type World } from '../security/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 60_000);
afterAll(() => world?.server.close());

const row = (values: unknown[]) => ({ kind: 'row', path: 'data.text', is: 'eq', to: { values }, not: false });

it('changes one rule by a new version, and gives the table its text back', async () => {
  const { id } = await world.newApp();
  const path = `/live_api/apps/${id}/entities/Note/rules`;
  const read = (): Promise<Data> => world.json('owner', { path });
  const send = async (body: object, rest = ''): Promise<Data> => {
    const answer = await world.request('owner', { path: `${path}${rest}`, body });
    return { status: answer.status, ...((await answer.json()) as object) };
  };
  const before = await read();
  expect(before.table).toMatchObject({
    read: { rule: { kind: 'own' }, isOwn: false },
    create: { rule: { kind: 'signedIn' }, isOwn: false },
  });
  const changed = await send({ digest: before.digest, operation: 'update', field: null, rule: row(['a']) });
  expect(changed).toMatchObject({
    status: 200,
    table: { update: { rule: { kind: 'all', of: [{ kind: 'signedIn' }, row(['a'])] }, isOwn: true } },
  });
  expect(changed.table.read).toEqual(before.table.read);
  // Of what was seen before.
  expect(await send({ digest: before.digest, operation: 'read', field: null, rule: { kind: 'everyone' } })).toMatchObject({ status: 409 });
  const { digest } = changed;
  for (const rule of [
    row(['{{user.id}}']),
    { kind: 'closed', text: 'x' },
    { ...row(['a']), path: '__proto__.x' },
    { kind: 'other' },
    { ...row([{}]) },
  ])
    expect(await send({ digest, operation: 'read', field: null, rule })).toMatchObject({ status: 400 });
  expect(await send({ digest, operation: 'read', field: 'absent', rule: { kind: 'never' } })).toMatchObject({ status: 404 });
  expect(await send({ digest, operation: 'delete', field: 'text', rule: { kind: 'never' } })).toMatchObject({ status: 400 });
  expect((await read()).digest).toBe(digest);
  expect(await send({ versionId: changed.versionId }, '/undo')).toMatchObject({ status: 200 });
  expect((await read()).digest).toBe(before.digest);
  const ofField = await send({ digest: before.digest, operation: 'read', field: 'text', rule: { kind: 'own', not: false } });
  expect(ofField.fields).toEqual({ text: { isInParts: false, rules: { read: { kind: 'own', not: false } } } });
  const removed = await send({ digest: ofField.digest, operation: 'read', field: 'text', rule: null });
  expect(removed.fields).toEqual({});
});
