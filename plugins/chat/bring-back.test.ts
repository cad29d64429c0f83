import type { VersionReview } from '@sayso/runtime/ref';
import { expect, test } from 'vitest';
import { addFile, openChat } from './testing/chat.ts';
import { ada, bo } from './testing/fakes.ts';

const before = 'export default () => <button onClick={clear}>Delete</button>;\n';
const after = 'export default () => null;\n';
const path = 'pages/Home';
const thing = { id: 'delete', kind: 'handler', name: 'Delete', table: null, file: path, line: 1, text: '<button>' } as const;
const found: VersionReview = {
  lines: [{ subject: 'page', change: 'changed', names: ['Home'], count: 1, table: null }],
  moreLines: 0,
  vanished: [thing],
  moreVanished: 0,
};
const BACK = `mutation ($message: ID!, $thing: String!, $version: ID!) {
  bringBack(messageId: $message, thingId: $thing, versionId: $version) { way message { review { vanished { thingId name broughtBack } } } } }`;

/** An app whose second turn drops a button. */
async function openApp() {
  const chat = await openChat([addFile(path, before)], [addFile(path, after)]);
  await chat.until(await chat.send('A page'));
  chat.runtime.found = found;
  chat.runtime.back = { stands: false, ways: [{ way: 'place', path, content: before }] };
  const turn = await chat.until(await chat.send('Make it blue'));
  const back = (
    versionId = chat.apps.app.currentVersionId ?? '',
    actor = ada,
    thingId: string = thing.id,
    messageId = turn.assistantMessage.id,
  ) => chat.chat.bringBack(actor, { messageId, thingId, versionId });
  return { chat, turn, back, content: async () => (await chat.apps.files('app-1'))[path] };
}

test('a turn keeps what its version changed, and what vanished', async () => {
  const { chat, turn } = await openApp();
  await using _ = chat;
  expect(turn.assistantMessage.review).toEqual(found);
  expect(chat.runtime.reviewed.at(-1)).toEqual({ before: { [path]: before }, files: { [path]: after }, request: 'Make it blue' });
  const [, , , message] = await chat.chat.messages(ada, 'app-1');
  expect(message?.review).toEqual(found);
});

test('a turn whose version cannot be compared has its version all the same', async () => {
  await using chat = await openChat([addFile(path, before)]);
  chat.runtime.review = () => Promise.reject(new Error('No compiler.'));
  expect(await chat.until(await chat.send('A page'))).toMatchObject({ status: 'ready', versionId: chat.apps.app.currentVersionId });
});

test('an answer without a version changes nothing', async () => {
  await using chat = await openChat(['Hello.']);
  const turn = await chat.until(await chat.send('Hi'));
  expect(turn.assistantMessage.review ?? null).toBeNull();
  expect(chat.runtime.reviewed).toEqual([]);
});

test('one call makes a version with the thing; another one finds it there', async () => {
  const { chat, turn, back, content } = await openApp();
  await using _ = chat;
  const variables = { message: turn.assistantMessage.id, thing: thing.id, version: turn.versionId };
  const { data, errors } = await chat.host.graphql(BACK, variables, ada);
  expect(errors).toBeUndefined();
  const review = { vanished: [{ thingId: 'delete', name: 'Delete', broughtBack: 'place' }] };
  expect(data?.['bringBack']).toEqual({ way: 'place', message: { review } });
  expect(await content()).toBe(before);
  expect(chat.apps.kept.at(-1)).toMatchObject({ title: 'Brought back: Delete', messageId: null });
  expect(await back(turn.versionId ?? '')).toMatchObject({ way: 'place' });
  expect(chat.apps.kept).toHaveLength(3);
});

test('of two calls at once, one makes the version', async () => {
  const { chat, back } = await openApp();
  await using _ = chat;
  const { commit } = chat.apps;
  chat.apps.commit = async (input) => {
    const version = await commit.call(chat.apps, input);
    chat.runtime.back = { stands: true, ways: [] };
    return version;
  };
  const ways = await Promise.all([back(), back()]);
  expect(ways.map(({ way }) => way)).toContain('place');
  expect(chat.apps.kept).toHaveLength(3);
});

test('is refused on an older version, unless the thing stands', async () => {
  const { chat, turn, back, content } = await openApp();
  await using _ = chat;
  const older = chat.apps.kept[0]?.id ?? '';
  await expect(back(older)).rejects.toMatchObject({ code: 'app-moved-on', status: 409 });
  expect(await content()).toBe(after);
  chat.runtime.back = { stands: true, ways: [] };
  expect(await back(older)).toMatchObject({ way: 'stands', message: { id: turn.assistantMessage.id } });
  expect(chat.apps.kept).toHaveLength(2);
});

test('takes the next way when the app would not compile, and the assistant when none is left', async () => {
  const { chat, back, content } = await openApp();
  await using _ = chat;
  const broken = { way: 'place', path, content: 'SYNTAX ERROR' } as const;
  chat.runtime.back = { stands: false, ways: [broken] };
  expect((await back()).way).toBe('ask');
  expect(chat.apps.kept).toHaveLength(2);
  chat.runtime.back = { stands: false, ways: [broken, { way: 'file', path, content: before }] };
  expect((await back()).way).toBe('file');
  expect(await content()).toBe(before);
});

test('is refused while a turn is under way', async () => {
  const { chat, back } = await openApp();
  await using _ = chat;
  const gate = Promise.withResolvers<void>();
  chat.models.scripts.push(['Well', gate.promise]);
  const id = await chat.send('More');
  await expect(back()).rejects.toMatchObject({ code: 'chat-busy' });
  gate.resolve();
  await chat.until(id);
});

test('is for the builder of the app, and for messages that are shown', async () => {
  const { chat, turn, back } = await openApp();
  await using _ = chat;
  const version = turn.versionId ?? '';
  await expect(back(version, bo)).rejects.toMatchObject({ status: 404 });
  await expect(back(version, ada, 'other')).rejects.toMatchObject({ status: 404 });
  await expect(back(version, ada, thing.id, turn.userMessage.id)).rejects.toMatchObject({ status: 404 });
  await chat.chat.restore(ada, 'app-1', chat.apps.kept[0]?.id ?? '', (await chat.chat.messages(ada, 'app-1'))[1]?.id);
  await expect(back(chat.apps.app.currentVersionId ?? '')).rejects.toMatchObject({ status: 404 });
  expect(chat.apps.kept).toHaveLength(3);
});
