import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { DuplicateKey, InvalidInput } from '../contract/errors.ts';
import type { Collection, Query } from '../contract/store.ts';
import type { Store } from '../ports/store.ts';
import { collect } from './collect.suite.ts';

const row = z.looseObject({ _id: z.string() });
type Row = z.infer<typeof row>;

const refusedFilters: readonly Query[] = [
  { $where: 'true' },
  { $expr: { $eq: ['$a', 1] } },
  { $and: [] },
  { a: { $near: 1 } },
  { a: { $gt: 1, b: 2 } },
  { a: undefined },
  { a: { $in: 'x' } },
  { a: { $in: [undefined] } },
  { a: { $regex: '(' } },
  { a: { $regex: 'a', $options: 'g' } },
  { a: { $options: 'i' } },
  { a: { $size: -1 } },
  { a: { $type: 'date' } },
  { a: { $not: 1 } },
  { a: { $elemMatch: 1 } },
  { 'a..b': 1 },
  { '': 1 },
  { __proto__: { a: 1 }, 'x.__proto__': 1 },
];

const refusedUpdates: readonly Query[] = [
  {},
  { a: 1 },
  { $set: 1 },
  { $where: { a: 1 } },
  { $currentDate: { a: true } },
  { $set: { a: 1, 'a.b': 2 } },
  { $set: { a: 1 }, $inc: { a: 1 } },
  { $set: { a: undefined } },
  { $set: { _id: 'other' } },
  { $unset: { _id: '' } },
  { $inc: { a: 'x' } },
  { $inc: { text: 1 } },
  { $push: { text: 1 } },
  { $push: { list: { $each: [1], $position: 0 } } },
  { $set: { 'text.b': 1 } },
  { $set: { 'list.b': 1 } },
  { $rename: { a: 1 } },
  { $rename: { a: '_id' } },
];

/** The contract of both engines. `open` returns an empty store; the suite closes it. */
export function storeContract(name: string, open: () => Promise<Store>): void {
  describe(`${name} keeps the contract`, () => {
    let store: Store;
    let rows: Collection<Row>;
    beforeAll(async () => {
      store = await open();
      rows = await store.open('rows', {
        document: row,
        indexes: [{ keys: { appId: 1, at: -1 } }, { keys: { slug: 1, lang: 1 }, unique: true }],
      });
    });
    afterAll(() => store.close());
    beforeEach(async () => {
      await rows.deleteMany({});
    });
    const put = (...documents: Record<string, unknown>[]): Promise<void> =>
      rows.insertMany(documents.map((fields, at) => ({ _id: `r${at}`, slug: `s${at}`, ...fields })));

    test('puts the id first, drops undefined, and writes dates as ISO text', async () => {
      await rows.insertOne({ when: new Date(0), b: undefined, list: [undefined], _id: 'x' });
      expect(JSON.stringify(await rows.find({}))).toBe('[{"_id":"x","when":"1970-01-01T00:00:00.000Z","list":[null]}]');
      expect(await rows.count({ when: { $lt: new Date(1) } })).toBe(1);
      expect(await rows.find({ _id: 'none' })).toEqual([]);
    });

    test('finds a sorted page with a projection', async () => {
      await put({ appId: 'a', at: '1' }, { appId: 'a', at: '3' }, { appId: 'b', at: '4' }, { appId: 'a', at: '2' });
      const page = await rows.find({ appId: 'a' }, { sort: { at: -1 }, skip: 1, limit: 1, projection: { at: 1 } });
      expect(page).toEqual([{ _id: 'r3', at: '2' }]);
      expect(await rows.findOne({ appId: 'a' }, { sort: { at: 1 } })).toMatchObject({ at: '1' });
      expect(await rows.findOne({ appId: 'none' })).toBeNull();
      expect(await rows.count({ appId: 'a' })).toBe(3);
      expect((await rows.distinct('appId')).sort()).toEqual(['a', 'b']);
    });

    test.each(['slug', '_id'])('refuses a second document with the same %s and names the index', async (key) => {
      await put({});
      const index = key === 'slug' ? 'slug_1_lang_1' : '_id_';
      const twin = key === 'slug' ? { _id: 'other', slug: 's0' } : { _id: 'r0', slug: 'other' };
      const failure = await rows.insertOne(twin).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(DuplicateKey);
      expect(failure).toMatchObject({ index });
      expect(await rows.count({})).toBe(1);
    });

    test('treats a missing field as null in a unique index, and distinguishes 1, "1" and true', async () => {
      await rows.insertMany([1, '1', true, false, null].map((slug, at) => ({ _id: `v${at}`, slug })));
      await expect(rows.insertOne({ _id: 'missing' })).rejects.toBeInstanceOf(DuplicateKey);
      await expect(rows.updateOne({ _id: 'v0' }, { $set: { slug: '1' } })).rejects.toBeInstanceOf(DuplicateKey);
      expect(await rows.findOne({ _id: 'v0' })).toEqual({ _id: 'v0', slug: 1 });
    });

    test('inserts many in order until the first failure', async () => {
      const documents = ['a', 'b', 'a', 'c'].map((_id) => ({ _id, slug: `${_id}${Math.random()}` }));
      await expect(rows.insertMany(documents)).rejects.toBeInstanceOf(DuplicateKey);
      expect((await rows.find({}, { sort: { _id: 1 } })).map((each) => each._id)).toEqual(['a', 'b']);
      await rows.insertMany([]);
    });

    test('returns the number of matched documents, changed or not', async () => {
      await put({ n: 1 }, { n: 1 }, { n: 2 });
      expect(await rows.updateOne({ n: 1 }, { $set: { n: 1 } })).toBe(1);
      expect(await rows.updateMany({ n: 1 }, { $inc: { n: 5 } })).toBe(2);
      expect(await rows.updateMany({ n: 1 }, { $inc: { n: 5 } })).toBe(0);
      expect(await rows.replaceOne({ _id: 'r2' }, { _id: 'r2', slug: 'new' })).toBe(1);
      expect(await rows.findOne({ _id: 'r2' })).toEqual({ _id: 'r2', slug: 'new' });
      await expect(rows.replaceOne({ _id: 'r2' }, { _id: 'r9' })).rejects.toBeInstanceOf(InvalidInput);
      expect(await rows.deleteOne({ n: 6 })).toBe(1);
      expect(await rows.deleteMany({})).toBe(2);
    });

    test('upserts with a generated string id', async () => {
      const update = { $set: { n: 1 }, $setOnInsert: { made: true } };
      expect(await rows.updateOne({ _id: 'u', slug: 'a' }, update, { upsert: true })).toBe(0);
      expect(await rows.updateOne({ _id: 'u' }, { $set: { n: 2 }, $setOnInsert: { made: false } }, { upsert: true })).toBe(1);
      expect(await rows.findOne({ _id: 'u' })).toEqual({ _id: 'u', slug: 'a', n: 2, made: true });
      const made = await rows.findOneAndUpdate({ slug: 'b' }, update, { upsert: true });
      expect(made?._id).toMatch(/^[0-9a-f]{8}-/);
      expect(await rows.replaceOne({ _id: 'w' }, { _id: 'w', slug: 'w' }, { upsert: true })).toBe(0);
      expect(await rows.count({})).toBe(3);
      await expect(rows.updateOne({ _id: 1 }, update, { upsert: true })).rejects.toBeInstanceOf(InvalidInput);
    });

    test('lets one concurrent compare-and-set win, and loses no increment', async () => {
      await put({ n: 0, owner: null });
      const claims = await Promise.all(
        Array.from({ length: 20 }, (_, at) => rows.findOneAndUpdate({ _id: 'r0', owner: null }, { $set: { owner: at }, $inc: { n: 1 } })),
      );
      expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
      await Promise.all(Array.from({ length: 20 }, () => rows.updateOne({ _id: 'r0' }, { $inc: { n: 1 } })));
      expect(await rows.findOne({ _id: 'r0' })).toMatchObject({ n: 21 });
      const upserts = Array.from({ length: 10 }, () => rows.findOneAndUpdate({ slug: 'one' }, { $inc: { n: 1 } }, { upsert: true }));
      expect((await Promise.all(upserts)).map((each) => each?.n).sort()).toEqual(Array.from({ length: 10 }, (_, at) => at + 1).sort());
    });

    test('applies findOneAndUpdate to the first document of a sort', async () => {
      await put({ at: '2' }, { at: '1' });
      expect(await rows.findOneAndUpdate({}, { $set: { taken: true } }, { sort: { at: 1 } })).toMatchObject({ _id: 'r1', taken: true });
      expect(await rows.findOneAndUpdate({ at: '9' }, { $set: { taken: true } })).toBeNull();
    });

    test('keeps concurrent writes when one fails', async () => {
      await put({});
      const outcomes = await Promise.allSettled([
        rows.insertOne({ _id: 'a', slug: 'a' }),
        rows.insertOne({ _id: 'b', slug: 's0' }),
        rows.updateMany({ slug: 's0' }, { $inc: { slug: 1 } }),
        rows.updateOne({ _id: 'r0' }, { $set: { seen: true } }),
        rows.insertOne({ _id: 'c', slug: 'c' }),
      ]);
      expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled', 'fulfilled']);
      expect(await rows.find({}, { sort: { _id: 1 } })).toEqual([
        { _id: 'a', slug: 'a' },
        { _id: 'c', slug: 'c' },
        { _id: 'r0', slug: 's0', seen: true },
      ]);
    });

    test('streams only matching documents when rows are changed or replaced meanwhile', async () => {
      await put(...Array.from({ length: 250 }, () => ({ appId: 'mine' })));
      const seen: unknown[] = [];
      for await (const each of rows.stream({ appId: 'mine' })) {
        if (seen.push(each.appId) > 1) continue;
        await rows.updateOne({ _id: 'r248' }, { $set: { appId: 'theirs' } });
        await rows.deleteOne({ _id: 'r249' });
        await rows.insertOne({ _id: 'other', appId: 'theirs' });
      }
      expect(seen).toEqual(Array.from({ length: 248 }, () => 'mine'));
    });

    test('streams in order, and under concurrent updates', async () => {
      await put(...Array.from({ length: 250 }, (_, n) => ({ n })));
      expect(
        (await collect(rows.stream({ n: { $gte: 10 } }, { sort: { n: -1 }, projection: { n: 1, _id: 0 } }))).map((each) => each.n),
      ).toEqual(Array.from({ length: 240 }, (_, at) => 249 - at));
      for await (const each of rows.stream({})) await rows.updateOne({ _id: each._id }, { $set: { seen: true } });
      expect(await rows.count({ seen: true })).toBe(250);
    });

    test('rejects reads with the reason of an abort', async () => {
      await put({}, {}, {});
      const aborted = AbortSignal.abort(new Error('gone'));
      await expect(rows.find({}, { signal: aborted })).rejects.toThrow('gone');
      const controller = new AbortController();
      const seen: string[] = [];
      const reading = (async () => {
        for await (const each of rows.stream({}, { signal: controller.signal })) {
          seen.push(each._id);
          controller.abort(new Error('enough'));
        }
      })();
      await expect(reading).rejects.toThrow('enough');
      expect(seen).toHaveLength(1);
    });

    test.each(refusedFilters.map((filter) => [filter]))('refuses the filter %j', async (filter) => {
      await put({});
      for (const refused of [rows.find(filter), rows.count(filter), rows.deleteMany(filter), rows.updateMany(filter, { $set: { a: 1 } })])
        await expect(refused).rejects.toBeInstanceOf(InvalidInput);
      expect(await rows.find({})).toEqual([{ _id: 'r0', slug: 's0' }]);
    });

    test.each(refusedUpdates.map((update) => [update]))('refuses the update %j', async (update) => {
      await put({ text: 'x', list: [1] });
      await expect(rows.updateOne({}, update)).rejects.toBeInstanceOf(InvalidInput);
      await expect(rows.findOneAndUpdate({}, update)).rejects.toBeInstanceOf(InvalidInput);
      expect(await rows.find({})).toEqual([{ _id: 'r0', slug: 's0', text: 'x', list: [1] }]);
    });

    test('refuses invalid documents, sorts and pages', async () => {
      await expect(rows.insertOne({ _id: '' })).rejects.toBeInstanceOf(InvalidInput);
      await expect(rows.insertOne({ _id: 'x', $a: 1 })).rejects.toBeInstanceOf(InvalidInput);
      await expect(rows.insertOne({ _id: 7 } as unknown as Row)).rejects.toBeInstanceOf(InvalidInput);
      await expect(rows.find({}, { sort: { a: 2 as 1 } })).rejects.toBeInstanceOf(InvalidInput);
      await expect(rows.find({}, { limit: -1 })).rejects.toBeInstanceOf(InvalidInput);
      await expect(rows.find({}, { projection: { a: 1, b: 0 } })).rejects.toBeInstanceOf(InvalidInput);
      await expect(store.open('a"; DROP TABLE rows', { document: row })).rejects.toBeInstanceOf(InvalidInput);
      await expect(store.ping()).resolves.toBeUndefined();
    });

    test.each([65, 200, 2000, 100_000])('refuses values nested %i levels deep, and stores 64 levels', async (levels) => {
      const nested = (depth: number) => JSON.parse(`${'{"a":'.repeat(depth)}[1]${'}'.repeat(depth)}`) as Row;
      const [most, deep] = [nested(62), nested(levels - 1)];
      await put({ most });
      expect((await rows.find({ most }))[0]?.most).toEqual(most);
      await expect(rows.insertOne({ ...deep, _id: 'deep' })).rejects.toBeInstanceOf(InvalidInput);
      await expect(rows.insertOne({ _id: 'deep', list: [deep] })).rejects.toBeInstanceOf(InvalidInput);
      await expect(rows.updateOne({ _id: 'r0' }, { $set: { deep } })).rejects.toBeInstanceOf(InvalidInput);
      await expect(rows.find({ deep })).rejects.toBeInstanceOf(InvalidInput);
      await expect(rows.find({ deep: { $in: [deep] } })).rejects.toBeInstanceOf(InvalidInput);
      expect(await rows.count({})).toBe(1);
    });

    test('changes the uniqueness of an index with its declaration', async () => {
      const declared = (unique: boolean): Promise<Collection<Row>> =>
        store.open('changing', { document: row, indexes: [{ keys: { code: 1 }, unique }] });
      const plain = await declared(false);
      await plain.deleteMany({});
      await plain.insertOne({ _id: '1', code: 1 });
      const unique = await declared(true);
      await expect(unique.insertOne({ _id: '2', code: 1 })).rejects.toMatchObject({ index: 'code_1' });
      await (await declared(false)).insertOne({ _id: '2', code: 1 });
      expect(await unique.count({ code: 1 })).toBe(2);
    });

    test('accepts any text as a value or a field name', async () => {
      const odd = `'"; DROP TABLE rows; --`;
      await put({ [odd]: 1, text: odd, 'with space': { 'ü-ö': [odd] } });
      expect(await rows.count({ text: odd })).toBe(1);
      expect(await rows.count({ [odd]: 1 })).toBe(1);
      expect(await rows.count({ 'with space.ü-ö': odd })).toBe(1);
      expect(await rows.find({}, { sort: { [odd]: 1 } })).toHaveLength(1);
    });
  });
}
