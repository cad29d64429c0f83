import { appPurges } from '@sayso/apps/ref';
import type { Actor } from '@sayso/core';
import { expect, test } from 'vitest';
import type { MessageDocument } from '../collections.ts';
import { migrations } from '../migrations.ts';
import { openChat } from '../testing/chat.ts';
import { ada } from '../testing/fakes.ts';
import { ratingOf } from './ratings.ts';

const admin: Actor = { kind: 'account', id: 'root', admin: true, builder: true };
const guest: Actor = { kind: 'account', id: 'guest', admin: false, builder: false };
const appToken: Actor = { kind: 'app', id: 'ada', appId: 'app-1', admin: true };
const LIST = `query ($filter: RatingFilter, $after: String) { ratings(filter: $filter, after: $after) {
  ratings { id rating comment appName model promptVersion tokens cost } next } }`;
const SUMMARY = `query ($days: Int!) { ratingSummary(days: $days) { good bad commented
  models { name good bad } promptVersions { name good bad } } }`;
const CSV = '/api/chat/ratings.csv';

interface Listed {
  readonly ratings: { readonly ratings: readonly { readonly id: string }[]; readonly next: string | null };
}
type Chat = Awaited<ReturnType<typeof openChat>>;

/** Ratings of `count` further answers, a second apart, the last one newest; every third is bad, every sixth has a comment. */
async function store({ host }: Chat, count: number, newest = Date.now()): Promise<void> {
  const documents = Array.from({ length: count }, (_, index) => {
    const at = new Date(newest - (count - index) * 1000).toISOString();
    const rating = index % 3 === 0 ? 'bad' : 'good';
    const usage = { model: index % 2 === 0 ? 'even' : 'odd', totalTokens: index, totalCost: null };
    const message = { _id: `m${index}`, appId: 'app-1', usage: usage as MessageDocument['usage'] };
    return ratingOf(message, { rating, comment: index % 6 === 0 ? `Comment ${index}` : '', at }, 'p1');
  });
  await host.context.collections.ratings.insertMany(documents);
}

async function rated(...given: ['good' | 'bad', string][]) {
  const chat = await openChat(...given.map(() => ['Hello.']));
  const ids: string[] = [];
  for (const [rating, comment] of given) {
    const { assistantMessage } = await chat.until(await chat.send('Hi'));
    await chat.chat.rate(ada, { messageId: assistantMessage.id, rating, comment });
    ids.push(assistantMessage.id);
  }
  return { ...chat, ids };
}

test.each([
  ['a visitor', undefined, 401, 'unauthenticated'],
  ['a user', guest, 403, 'forbidden'],
  ['the builder who rated', ada, 403, 'forbidden'],
  ['a token of the app', appToken, 403, 'forbidden'],
  ['an admin', admin, 200, undefined],
])('ratings for %s', async (_name, actor, status, code) => {
  await using chat = await rated(['bad', 'Too short.']);
  expect((await chat.host.fetch(CSV, {}, actor)).status).toBe(status);
  for (const [query, variables] of [
    [LIST, {}],
    [SUMMARY, { days: 30 }],
  ] as const) {
    const { data, errors } = await chat.host.graphql(query, variables, actor);
    expect(errors?.[0]?.extensions?.['code']).toBe(code);
    if (code !== undefined) expect(data ?? null).toBeNull();
  }
});

test('lists what the builder sent with the figures of the answer, and nothing of the conversation', async () => {
  await using chat = await rated(['good', ''], ['bad', 'Too short.']);
  const [first, second] = chat.ids;
  const { data } = await chat.host.graphql(LIST, {}, admin);
  const figures = { appName: 'Untitled', model: 'scripted', promptVersion: expect.stringMatching(/^\w+$/), tokens: 15, cost: 0.5 };
  expect(data).toEqual({
    ratings: {
      ratings: [
        { id: second, rating: 'bad', comment: 'Too short.', ...figures },
        { id: first, rating: 'good', comment: '', ...figures },
      ],
      next: null,
    },
  });
  const stored = await chat.host.context.collections.ratings.find({});
  expect(JSON.stringify(stored)).not.toMatch(/Hello|"ada"/);
});

test('follows a rating that is changed, and one that is withdrawn', async () => {
  await using chat = await rated(['bad', 'Too short.']);
  const [messageId = ''] = chat.ids;
  await chat.chat.rate(ada, { messageId, rating: 'good', comment: '' });
  expect(await chat.chat.ratings.page(null, null)).toMatchObject({ ratings: [{ id: messageId, rating: 'good', comment: '' }] });
  expect(await chat.chat.ratings.page('commented', null)).toEqual({ ratings: [], next: null });
  await chat.chat.rate(ada, { messageId, rating: null, comment: '' });
  expect(await chat.chat.ratings.page(null, null)).toEqual({ ratings: [], next: null });
});

test.each([
  [null, 120],
  ['good', 80],
  ['bad', 40],
  ['commented', 20],
] as const)('pages through all ratings of the filter %s once, newest first', async (filter, count) => {
  await using chat = await openChat();
  await store(chat, 120);
  const seen: number[] = [];
  let after: string | null = null;
  do {
    const page: Listed | null | undefined = (await chat.host.graphql<Listed>(LIST, { filter, after }, admin)).data;
    expect(page?.ratings.ratings.length).toBeLessThanOrEqual(50);
    for (const { id } of page?.ratings.ratings ?? []) seen.push(Number(id.slice(1)));
    after = page?.ratings.next ?? null;
  } while (after !== null);
  expect(seen).toEqual(seen.toSorted((a, b) => b - a));
  expect(new Set(seen).size).toBe(count);
});

test('sums up the last days by model and by prompt version', async () => {
  await using chat = await openChat();
  await store(chat, 12, Date.now() - 40 * 24 * 60 * 60 * 1000);
  const empty = { good: 0, bad: 0, commented: 0, models: [], promptVersions: [] };
  expect((await chat.host.graphql(SUMMARY, { days: 30 }, admin)).data).toEqual({ ratingSummary: empty });
  expect((await chat.host.graphql(SUMMARY, { days: 90 }, admin)).data).toEqual({
    ratingSummary: {
      good: 8,
      bad: 4,
      commented: 2,
      models: [
        { name: 'odd', good: 4, bad: 2 },
        { name: 'even', good: 4, bad: 2 },
      ],
      promptVersions: [{ name: 'p1', good: 8, bad: 4 }],
    },
  });
  for (const days of [0, -1, 367]) {
    const { errors } = await chat.host.graphql(SUMMARY, { days }, admin);
    expect(errors?.[0]?.message).toBe('A summary is of 1 to 366 days.');
  }
});

test('exports CSV that no spreadsheet reads as a formula', async () => {
  await using chat = await rated(['bad', '=HYPERLINK("http://evil.example","x")'], ['bad', 'Two,\n"lines"'], ['good', '']);
  const response = await chat.host.fetch(`${CSV}?filter=bad`, {}, admin);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="ratings.csv"');
  const text = await response.text();
  expect(text).toContain('at,rating,comment,appName,model,promptVersion,tokens,cost\r\n');
  expect(text).toContain(`,bad,"'=HYPERLINK(""http://evil.example"",""x"")",Untitled,scripted,`);
  expect(text).toContain(',bad,"Two,\n""lines""",Untitled,scripted,');
  expect(text).not.toContain(',good,');
  expect((await chat.host.fetch(`${CSV}?filter=other`, {}, admin)).status).toBe(400);
});

test('takes ratings of earlier releases over, once or again after a crash', async () => {
  await using chat = await rated(['good', ''], ['bad', 'Too short.']);
  const { collections, blobs, log } = chat.host.context;
  const before = await collections.ratings.find({}, { sort: { order: 1 } });
  const [, second = ''] = chat.ids;
  await collections.ratings.deleteOne({ _id: second });
  await collections.turns.updateMany({}, { $unset: { promptVersion: '' } });
  const { signal } = new AbortController();
  const drop = async (): Promise<void> => undefined;
  for (let run = 0; run < 2; run++) for (const migration of migrations) await migration.run({ collections, drop, blobs, log, signal });
  const after = await collections.ratings.find({}, { sort: { order: 1 } });
  expect(after).toEqual(before.map((rating) => ({ ...rating, promptVersion: null })));
});

test('deletes the ratings of a purged app, and keeps those of others', async () => {
  await using chat = await rated(['bad', 'Too short.']);
  const { ratings } = chat.host.context.collections;
  const [own] = await ratings.find({});
  await ratings.insertOne({ ...own!, _id: 'other', appId: 'app-2' });
  const [purge] = chat.host.additions(appPurges);
  await purge?.remove('app-1');
  expect((await ratings.find({})).map(({ appId }) => appId)).toEqual(['app-2']);
  expect(await chat.chat.ratings.page(null, null)).toMatchObject({ ratings: [{ id: 'other', appName: null }] });
});
