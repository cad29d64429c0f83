import { type Actor, DEEDS, type Deed } from '@sayso/core';
import { expect, test } from 'vitest';
import type { AppBuilder } from '../ref.ts';
import { checkDeed } from './deeds.ts';

const since = '2026-01-01T00:00:00.000Z';
const builder = (accountId: string, role: AppBuilder['role']): AppBuilder => ({ accountId, role, since });
const app = {
  id: 'app',
  name: 'Club',
  ownerId: 'owner',
  builders: [builder('coOwner', 'own'), builder('editor', 'edit'), builder('viewer', 'view'), builder('removed', 'none')],
};
const account = (id: string, admin = false): Actor => ({ kind: 'account', id, admin, builder: true });
/** `admin`: what the token claims, which may be from before. */
const frame = (id: string, admin: boolean): Actor => ({ kind: 'app', id, appId: 'app', admin, preview: true });
const published = (id: string): Actor => ({ kind: 'app', id, appId: 'app', admin: false });

const outcome = (actor: Actor, does: Deed): string => {
  try {
    checkDeed(actor, app, does);
    return 'ok';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

const every = ['ok', 'ok', 'ok', 'ok', 'ok', 'ok'];
const looks = ['ok', 'ok', 'forbidden', 'forbidden', 'forbidden', 'forbidden'];
const reads = ['ok', 'forbidden', 'forbidden', 'forbidden', 'forbidden', 'forbidden'];
const edits = ['ok', 'ok', 'ok', 'ok', 'forbidden', 'ok'];
const visits = ['ok', 'ok', 'ok', 'not-found', 'not-found', 'ok'];
const nothing = DEEDS.map(() => 'not-found');

test.each<[string, Actor, string[]]>([
  ['the owner', account('owner'), every],
  ['a further owner', account('coOwner'), every],
  ['an admin of the installation', account('someone', true), every],
  ['an editor', account('editor'), edits],
  ['a viewer', account('viewer'), looks],
  ['a person who was removed', account('removed'), visits],
  ['another builder', account('stranger'), visits],
  ['a visitor', { kind: 'anonymous' }, visits],
  ['the preview of a viewer', frame('viewer', false), looks],
  ['the preview of an older version', { ...frame('owner', true), readsOnly: true } as Actor, reads],
  ['a preview of an older version from before its editor was removed', { ...frame('removed', true), readsOnly: true } as Actor, nothing],
  ['a preview from before its editor became a viewer', frame('viewer', true), looks],
  ['a preview from before its editor was removed', frame('removed', true), nothing],
  ['the preview of another app', { ...(frame('editor', true) as Extract<Actor, { kind: 'app' }>), appId: 'other' }, nothing],
  ['a viewer as a user of the published app', published('viewer'), visits],
])('%s', (_who, actor, expected) => {
  expect(DEEDS.map((does) => outcome(actor, does))).toEqual(expected);
});

test('tells the code of a preview what it may not do, and whom to ask', () => {
  expect(() => checkDeed(frame('viewer', false), app, 'spend')).toThrow(
    'You may view Club, but not change it: in your preview, nothing is saved, sent or run. Ask one of its owners.',
  );
  expect(() => checkDeed({ ...frame('owner', true), readsOnly: true } as Actor, app, 'change-rows')).toThrow(
    'This is the preview of an older version: in it, nothing is saved, sent or run. Switch to the latest version, or restore this one.',
  );
  expect(() => checkDeed(account('viewer'), app, 'change-rows')).toThrow('You may view Club, but not change it. Ask one of its owners.');
});
