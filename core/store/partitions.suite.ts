import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { DuplicateKey, InvalidInput } from '../contract/errors.ts';
import { newCopyId, newId } from '../contract/id.ts';
import type { Aggregation, PartitionedCollection, PartitionedSpec, Query } from '../contract/store.ts';
import type { Store } from '../ports/store.ts';
import { collect } from './collect.suite.ts';

const row = z.object({
  _id: z.string(),
  appId: z.string(),
  entity: z.string(),
  createdAt: z.string().nullable(),
  creatorId: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
});
type Row = z.infer<typeof row>;

/** A partitioned collection such as the rows of apps. */
export const partitionedSpec: PartitionedSpec<Row> = {
  document: row,
  partition: {
    folder: 'apps',
    key: 'appId',
    table: 'entity',
    fields: 'data',
    columns: ['createdAt', 'creatorId'],
    indexed: ['createdAt', 'creatorId'],
    time: 'createdAt',
  },
};

const withoutKey: readonly Query[] = [
  {},
  { entity: 'Note' },
  { appId: { $ne: 'a' }, entity: 'Note' },
  { appId: { $in: ['a'] }, entity: 'Note' },
  { appId: null, entity: 'Note' },
  { $or: [{ appId: 'a' }], entity: 'Note' },
  { $and: [{ $or: [{ appId: 'a' }, { appId: 'b' }] }], entity: 'Note' },
];

/** The contract of partitioned collections on both engines. `open` returns a store whose collection `parts` is empty. */
export function partitionContract(name: string, open: () => Promise<Store>): void {
  describe(`${name} keeps the contract of partitions`, () => {
    let store: Store;
    let rows: PartitionedCollection<Row>;
    beforeAll(async () => {
      store = await open();
      rows = await store.openPartitioned('parts', partitionedSpec);
    });
    afterAll(() => store.close());
    beforeEach(async () => {
      for (const appId of ['a', 'b', 'A/../b']) await rows.deleteMany({ appId });
    });
    const made = (appId: string, entity: string, data: Record<string, unknown>): Row => {
      const _id = newId();
      const createdAt = new Date(Number.parseInt(`${_id.slice(0, 8)}${_id.slice(9, 13)}`, 16)).toISOString();
      return { _id, appId, entity, createdAt, creatorId: null, data };
    };
    const note = { appId: 'a', entity: 'Note' };
    const put = async (...data: Record<string, unknown>[]): Promise<Row[]> => {
      const documents = data.map((fields) => made('a', 'Note', fields));
      await rows.insertMany(documents);
      return documents;
    };

    const linesOf = (documents: readonly Row[]) => ({
      ...{ key: 'a', table: 'Note', columns: { createdAt: documents[0]?.createdAt ?? null, creatorId: 'ann' } },
      ids: documents.map(({ _id }) => _id),
      lines: Buffer.from(documents.map(({ data }) => `${JSON.stringify(data)}\n`).join('')),
    });
    const alike = (...data: Record<string, unknown>[]): Row[] => {
      const { createdAt } = made('a', 'Note', {});
      return data.map((fields) => ({ ...made('a', 'Note', fields), createdAt, creatorId: 'ann' }));
    };

    describe('copies a partition', () => {
      const copies: string[] = [];
      afterEach(async () => {
        for (const appId of copies.splice(0)) await rows.deleteMany({ appId });
      });
      const copied = async (from: string): Promise<string> => {
        const to = newCopyId();
        copies.push(to);
        await rows.copyPartition(from, to);
        return to;
      };
      const asIn = (appId: string, documents: readonly Row[]) => documents.map((document) => ({ ...document, appId }));

      test('with all tables and ids, independent of its source', async () => {
        await rows.declareFields({ key: 'a', table: 'Note' }, [{ path: 'n', type: 'number' }]);
        const notes = await put({ n: 1 }, { n: 2 });
        const task = made('a', 'Task', { title: 'ü' });
        await rows.insertOne(task);
        const to = await copied('a');
        const inCopy = { appId: to, entity: 'Note' };
        expect(await rows.find(inCopy, { sort: { _id: 1 } })).toEqual(asIn(to, notes));
        expect(await rows.find({ appId: to, entity: 'Task' })).toEqual(asIn(to, [task]));
        expect(await rows.count({ ...inCopy, 'data.n': { $gt: 1 } })).toBe(1);
        const [first] = notes as [Row];
        await rows.updateOne({ ...inCopy, _id: first._id }, { $set: { 'data.n': 7 } });
        await rows.insertMany([
          { ...first, _id: newId() },
          { ...first, _id: newId(), appId: to },
        ]);
        await rows.deleteMany({ appId: to, entity: 'Task' });
        expect(await rows.findFlatById({ key: 'a', table: 'Note', id: first._id })).toContain('"n":1');
        expect(await rows.findFlatById({ key: to, table: 'Note', id: first._id })).toContain('"n":7');
        expect(await Promise.all(['a', to].map((appId) => rows.count({ appId })))).toEqual([4, 3]);
        expect(await rows.keys()).toEqual(expect.arrayContaining(['a', to]));
      });

      test('of a copy', async () => {
        const notes = await put({ n: 1 });
        const second = await copied(await copied('a'));
        expect(await rows.find({ appId: second, entity: 'Note' })).toEqual(asIn(second, notes));
      });

      test('beside writes of its source, as it is at one moment', async () => {
        await put(...Array.from({ length: 200 }, (_, n) => ({ n })));
        const writes = Array.from({ length: 50 }, (_, n) => rows.insertOne(made('a', 'Note', { n: 200 + n })));
        const to = await copied('a');
        await Promise.all(writes);
        const count = await rows.count({ appId: to, entity: 'Note' });
        expect(count).toBeGreaterThanOrEqual(200);
        expect(await rows.find({ appId: to, entity: 'Note' })).toHaveLength(count);
        expect(await rows.count(note)).toBe(250);
      });

      test('without documents, and until it is removed', async () => {
        const to = await copied('never-written');
        expect(await rows.find({ appId: to, entity: 'Note' })).toEqual([]);
        await put({ n: 1 });
        const other = await copied('a');
        expect(await rows.deleteMany({ appId: other })).toBe(1);
        expect(await rows.find({ appId: other, entity: 'Note' })).toEqual([]);
        expect(await rows.keys()).not.toContain(other);
      });

      test('or has documents of its own under the id of a copy', async () => {
        const [to, other] = [newCopyId(), newCopyId()];
        copies.push(to, other);
        const [first, second] = [made(to, 'Note', { n: 1 }), made(other, 'Note', { n: 2 })];
        expect(await rows.find({ appId: to, entity: 'Note' })).toEqual([]);
        await Promise.all([rows.insertOne(first), rows.insertMany([{ ...first, _id: newId() }])]);
        await rows.replaceOne({ _id: second._id, appId: other, entity: 'Note' }, second, { upsert: true });
        expect(await rows.count({ appId: to, entity: 'Note', 'data.n': 1 })).toBe(2);
        expect(await rows.find({ appId: other, entity: 'Note' })).toEqual([second]);
      });

      test('only to a new id of a copy', async () => {
        await put({ n: 1 });
        const to = await copied('a');
        await rows.updateOne({ appId: to, entity: 'Note' }, { $set: { 'data.n': 2 } });
        await expect(rows.copyPartition('a', to)).rejects.toThrow(InvalidInput);
        await expect(rows.copyPartition('a', newId())).rejects.toThrow(InvalidInput);
        await expect(rows.copyPartition('a', '../b')).rejects.toThrow(InvalidInput);
        expect(await rows.count({ appId: to, entity: 'Note', 'data.n': 2 })).toBe(1);
      });
    });

    test('inserts lines of JSON as it inserts documents', async () => {
      const documents = alike({ n: 1, text: 'ü 😀 "\\\n' }, { n: [1, { a: null }] }, {}, { n: true }, JSON.parse('{"__proto__": 1}'));
      await rows.declareFields({ key: 'a', table: 'Note' }, [{ path: 'n', type: 'number' }]);
      await rows.insertLines(linesOf(documents));
      expect(await rows.find(note, { sort: { _id: 1 } })).toEqual(documents);
      expect([await rows.count({ ...note, 'data.n': true }), await rows.count({ ...note, 'data.n': 1 })]).toEqual([1, 2]);
      expect(await rows.count({ ...note, creatorId: 'ann' })).toBe(5);
      await rows.insertLines({ ...linesOf([]), lines: new Uint8Array() });
      expect(await rows.count(note)).toBe(5);
    });

    test('inserts lines with ids, times and other columns of their own, and lists them by time', async () => {
      const own = ['0123456789abcdef01234567', 'b', 'a', newId()].map((_id, n) => ({
        ...{ _id, ...note, createdAt: `202${3 - n}-01-01T00:00:00.000Z`, creatorId: n === 0 ? null : `creator ${n}`, data: { n } },
      }));
      await put({ n: 9 });
      await rows.insertLines({
        ...{ ...linesOf(own), columns: { creatorId: 'ann' } },
        ownColumns: { createdAt: own.map(({ createdAt }) => createdAt), creatorId: own.map(({ creatorId }) => creatorId) },
      });
      expect(await rows.find({ ...note, 'data.n': { $lt: 9 } }, { sort: { 'data.n': 1, _id: 1 } })).toEqual(own);
      const newest = async (options: object) =>
        (await rows.find(note, { sort: { createdAt: -1, _id: -1 }, ...options })).map(({ data }) => data['n']);
      expect(await newest({})).toEqual([9, 0, 1, 2, 3]);
      expect(await newest({ limit: 2 })).toEqual([9, 0]);
      expect(await newest({ limit: 2, after: own[0]?._id })).toEqual([1, 2]);
      expect(await rows.find({ ...note, createdAt: { $lt: '2021' } })).toEqual([own[3]]);
      const short = { createdAt: [null], creatorId: own.map(({ creatorId }) => creatorId) };
      await expect(rows.insertLines({ ...linesOf(own), ownColumns: short })).rejects.toThrow(InvalidInput);
      await expect(rows.insertLines({ ...linesOf(own), ownColumns: { other: own.map(() => null) } })).rejects.toThrow(InvalidInput);
    });

    test('has ids of other products in each table of each partition', async () => {
      const tables = [note, { appId: 'a', entity: 'Task' }, { appId: 'b', entity: 'Note' }];
      const ids = ['0123456789abcdef01234567', '7', '70', 'x_-'];
      const at = (table: { readonly appId: string; readonly entity: string }, n: number): Row => ({
        ...{ _id: ids[n] ?? '', ...table, createdAt: `200${n}-01-01T00:00:00.000Z`, creatorId: null, data: { n } },
      });
      for (const table of tables) await rows.insertMany(ids.map((_id, n) => at(table, n)));
      const [first, second, third, fourth] = ids.map((_id, n) => at(note, n)) as [Row, Row, Row, Row];
      const unique = made('a', 'Note', { n: 4 });
      await rows.insertOne(unique);
      await expect(rows.insertOne(second)).rejects.toThrow(DuplicateKey);
      expect(await rows.findOne({ ...note, _id: '7' })).toEqual(second);
      expect(JSON.parse((await rows.findFlatById({ key: 'a', table: 'Note', id: '7' })) ?? '')).toMatchObject({ id: '7', n: 1 });
      expect(JSON.parse(await rows.findFlat({ ...note, 'data.n': { $lt: 2 } }, { sort: { _id: 1 } }))).toMatchObject([
        { id: first._id },
        { id: '7' },
      ]);
      const byId = { sort: { _id: 1 } } as const;
      expect(await rows.find({ ...note, _id: { $in: ['7', unique._id, 'x'] } }, { sort: { 'data.n': 1, _id: 1 } })).toEqual([
        second,
        unique,
      ]);
      expect(await rows.find({ ...note, $or: [{ _id: '70' }, { 'data.n': 3 }] }, byId)).toEqual([third, fourth]);
      expect(await rows.find({ ...note, _id: { $gte: '7', $lt: '70' } }, byId)).toEqual([second]);
      expect(await rows.find({ ...note, _id: { $regex: '^7' } }, byId)).toEqual([second, third]);
      // The last digit of the other id is random.
      const ending = unique._id.endsWith('7') ? [first, unique, second] : [first, second];
      expect(await rows.find({ ...note, _id: { $regex: '7$' } }, byId)).toEqual(ending);
      expect(await rows.find({ ...note, _id: { $regex: 'Note' } }, byId)).toEqual([]);
      expect(await rows.find(note, { ...byId, after: '7', limit: 1 })).toEqual([third]);
      expect(await rows.find(note, { sort: { 'data.n': -1, _id: -1 }, after: '70' })).toEqual([second, first]);
      expect(await rows.find({ ...note, _id: { $nin: ['7', '70', unique._id] } }, byId)).toEqual([first, fourth]);
      expect([...(await rows.distinct('_id', { ...note, 'data.n': { $gt: 1 } }))].sort()).toEqual([unique._id, '70', 'x_-'].sort());
      expect((await collect(rows.stream({ ...note, 'data.n': 3 }))).map(({ _id }) => _id)).toEqual(['x_-']);
      const groups = [{ name: 'id', path: '_id' }];
      const found = await rows.aggregate({ ...note, 'data.n': 1 }, { groups, measures: [], having: {}, sort: {}, limit: 9 });
      expect(found).toEqual([{ id: '7' }]);
      expect(await rows.updateOne({ ...note, _id: '7' }, { $set: { 'data.n': 10 } })).toBe(1);
      expect(await rows.findOneAndUpdate({ ...note, _id: '7' }, { $inc: { 'data.n': 1 } })).toMatchObject({ _id: '7', data: { n: 11 } });
      expect(await rows.replaceOne({ ...note, _id: '7' }, { ...second, data: { n: 12 } })).toBe(1);
      expect(await rows.replaceOne({ ...note, _id: 'new' }, { ...second, _id: 'new' }, { upsert: true })).toBe(0);
      const to = newCopyId();
      await rows.copyPartition('a', to);
      expect(await rows.findOne({ appId: to, entity: 'Note', _id: '7' })).toEqual({ ...second, appId: to, data: { n: 12 } });
      expect(await rows.updateOne({ appId: to, entity: 'Task', _id: '7' }, { $set: { 'data.n': 13 } })).toBe(1);
      expect(await rows.deleteMany({ appId: to })).toBe(10);
      expect(await rows.deleteOne({ ...note, _id: '7' })).toBe(1);
      expect(await rows.deleteMany({ ...note, _id: { $in: ['70', 'new'] } })).toBe(2);
      expect(await rows.find(note, { sort: { 'data.n': 1, _id: 1 } })).toEqual([first, fourth, unique]);
      for (const table of tables.slice(1)) expect(await rows.find({ ...table, _id: '7' })).toEqual([{ ...second, ...table }]);
    });

    test('inserts lines beside other writes of their table', async () => {
      const batches = Array.from({ length: 10 }, (_, batch) => alike(...Array.from({ length: 50 }, (_each, n) => ({ n: batch * 50 + n }))));
      const others = Array.from({ length: 50 }, (_, n) => made('a', 'Note', { n: -n }));
      await Promise.all([...batches.map((batch) => rows.insertLines(linesOf(batch))), ...others.map((other) => rows.insertOne(other))]);
      expect(await rows.count(note)).toBe(550);
      expect(await rows.count({ ...note, 'data.n': { $gt: 0 } })).toBe(499);
    });

    test('refuses lines with an id that is taken, and lines without an id', async () => {
      const [first] = await put({ n: 1 });
      const [second] = alike({ n: 2 });
      const taken = linesOf([{ ...(second as Row), _id: first?._id ?? '' }]);
      await expect(rows.insertLines(taken)).rejects.toThrow(DuplicateKey);
      await expect(rows.insertLines({ ...taken, ids: [] })).rejects.toThrow(InvalidInput);
      await expect(rows.insertLines({ ...taken, lines: taken.lines.subarray(0, -1) })).rejects.toThrow(InvalidInput);
      await expect(rows.insertLines({ ...taken, key: '' })).rejects.toThrow(InvalidInput);
      await expect(rows.insertLines({ ...taken, columns: { other: 'x' } })).rejects.toThrow(InvalidInput);
      expect(await rows.find(note)).toEqual([first]);
    });

    test('inserts lines after the partition was removed', async () => {
      const [before, after] = [alike({ n: 1 }), alike({ n: 2 })];
      await rows.insertLines(linesOf(before));
      expect(await rows.deleteMany({ appId: 'a' })).toBe(1);
      await rows.insertLines(linesOf(after));
      expect(await rows.find(note)).toEqual(after);
    });

    test('lists the keys of partitions that are plain names', async () => {
      await rows.insertMany(['a', 'b', 'A/../b'].map((appId) => made(appId, 'Note', { n: 1 })));
      expect((await rows.keys()).sort()).toEqual(['a', 'b']);
    });

    test.each(withoutKey.map((filter) => [filter]))('refuses every operation with the filter %j', async (filter) => {
      await put({ n: 1 });
      const refused = [
        rows.find(filter),
        rows.findFlat(filter),
        rows.findOne(filter),
        collect(rows.stream(filter)),
        rows.count(filter),
        rows.aggregate(filter, { groups: [], measures: [], having: {}, sort: {}, limit: 1 }),
        rows.distinct('data.n', filter),
        rows.updateOne(filter, { $set: { 'data.n': 2 } }),
        rows.updateMany(filter, { $set: { 'data.n': 2 } }),
        rows.findOneAndUpdate(filter, { $set: { 'data.n': 2 } }),
        rows.replaceOne(filter, made('a', 'Note', {})),
        rows.deleteOne(filter),
        rows.deleteMany(filter),
      ];
      for (const outcome of await Promise.allSettled(refused)) {
        expect(outcome.status).toBe('rejected');
        expect((outcome as PromiseRejectedResult).reason).toBeInstanceOf(InvalidInput);
      }
      expect(await rows.find(note)).toMatchObject([{ data: { n: 1 } }]);
    });

    test('requires the table, except to count, stream, list values and delete', async () => {
      await rows.insertMany([made('a', 'Note', { n: 1 }), made('a', 'Task', { n: 2 }), made('b', 'Note', { n: 3 })]);
      const all = { appId: 'a' };
      for (const refused of [rows.find(all), rows.findFlat(all), rows.findOne(all), rows.updateMany(all, { $set: { 'data.n': 0 } })])
        await expect(refused).rejects.toBeInstanceOf(InvalidInput);
      expect(await rows.count(all)).toBe(2);
      expect((await collect(rows.stream(all))).map(({ data }) => data['n']).sort()).toEqual([1, 2]);
      expect((await rows.distinct('data.n', all)).sort()).toEqual([1, 2]);
      expect(await rows.count({ $and: [all, { 'data.n': { $gt: 1 } }] })).toBe(1);
      expect(await rows.deleteMany(all)).toBe(2);
      expect([await rows.count(all), await rows.count({ appId: 'b' })]).toEqual([0, 1]);
    });

    test('refuses documents with other members, and updates that move documents', async () => {
      const good = made('a', 'Note', {});
      for (const bad of [{ appId: 1 }, { entity: '' }, { data: [] }, { creatorId: 5 }, { more: 1 }])
        await expect(rows.insertOne({ ...good, ...bad } as never)).rejects.toBeInstanceOf(InvalidInput);
      await rows.insertOne(good);
      for (const update of [
        { $set: { appId: 'b' } },
        { $set: { entity: 'Task' } },
        { $unset: { entity: '' } },
        { $rename: { 'data.a': 'entity' } },
      ])
        await expect(rows.updateOne({ ...note, _id: good._id }, update)).rejects.toBeInstanceOf(InvalidInput);
      expect(await rows.find(note)).toEqual([good]);
    });

    test('inserts documents as they are at the call', async () => {
      const document = made('a', 'Note', { title: 'before', tags: ['one'] });
      const inserted = rows.insertMany([document]);
      document.data['title'] = ['after'];
      (document.data['tags'] as string[]).push('two');
      await inserted;
      expect(await rows.find({ ...note, 'data.title': 'before' })).toMatchObject([{ data: { title: 'before', tags: ['one'] } }]);
    });

    test('inserts values as JSON has them', async () => {
      const at = new Date(0);
      await put({ at, parts: { at, none: undefined, list: [Number.NaN, undefined] }, zero: -0 }, { at: '1969' });
      const [first, second] = await rows.find(note, { sort: { 'data.at': -1 } });
      expect(first?.data).toEqual({ at: at.toISOString(), parts: { at: at.toISOString(), list: [null, null] }, zero: 0 });
      expect(Object.keys(first?.data['parts'] as object)).toEqual(['at', 'list']);
      expect(second?.data).toEqual({ at: '1969' });
    });

    test('changes the row of an id only if it matches the other conditions', async () => {
      const [first] = await put({ n: 1, tags: [1, 2] }, { n: 1, tags: [1, 2] });
      const { _id = '' } = first ?? {};
      const set = { $set: { 'data.n': 2 } };
      for (const other of [{ 'data.n': 3 }, { creatorId: 'other' }, { 'data.tags': { $gt: 2 } }, { $nor: [{ 'data.n': 1 }] }])
        expect(await rows.findOneAndUpdate({ ...note, _id, ...other }, set)).toBeNull();
      expect(await rows.count({ ...note, 'data.n': 1 })).toBe(2);
      expect(await rows.findOneAndUpdate({ ...note, _id, creatorId: null, 'data.tags': 2 }, set)).toMatchObject({ data: { n: 2 } });
      expect(await rows.find({ ...note, 'data.n': 2 })).toMatchObject([{ _id }]);
      expect(await rows.updateMany({ ...note, _id: 'missing' }, set)).toBe(0);
    });

    test('keeps partitions with any key apart', async () => {
      for (const appId of ['a', 'b', 'A/../b']) await rows.insertOne(made(appId, 'Note', { appId }));
      for (const appId of ['a', 'b', 'A/../b'])
        expect((await rows.find({ appId, entity: 'Note' })).map(({ data }) => data['appId'])).toEqual([appId]);
    });

    test('returns the flat form as JSON: fields, id, columns', async () => {
      const [first, second] = await put({ title: 'ä "x"', n: 1.5, id: 'own' }, {});
      const flat = await rows.findFlat(note, { sort: { _id: 1 } });
      expect(JSON.parse(flat)).toEqual([
        { title: 'ä "x"', n: 1.5, id: first?._id, createdAt: first?.createdAt, creatorId: null },
        { id: second?._id, createdAt: second?.createdAt, creatorId: null },
      ]);
      expect(Object.keys(JSON.parse(flat)[1])).toEqual(['id', 'createdAt', 'creatorId']);
      const some = await rows.findFlat(note, { sort: { _id: 1 }, projection: { n: 1, createdAt: 1 } });
      expect(JSON.parse(some)).toEqual([
        { n: 1.5, id: first?._id, createdAt: first?.createdAt },
        { id: second?._id, createdAt: second?.createdAt },
      ]);
      await expect(rows.findFlat(note, { budget: { ms: 1000, bytes: 20 } })).rejects.toMatchObject({ spent: 'bytes' });
      expect(await rows.findFlat({ ...note, 'data.n': 9 })).toBe('[]');
    });

    test('returns one document in flat form by its id and the values of its columns', async () => {
      const [first, second] = await put({ title: 'ä "x"', id: 'own' }, {});
      const at = (id = '', table = 'Note', key = 'a') => ({ key, table, id });
      const flat = { title: 'ä "x"', id: first?._id, createdAt: first?.createdAt, creatorId: null };
      expect(JSON.parse((await rows.findFlatById(at(first?._id))) ?? '')).toEqual(flat);
      expect(JSON.parse((await rows.findFlatById(at(first?._id), { creatorId: null })) ?? '')).toEqual(flat);
      await rows.updateOne({ ...note, _id: second?._id }, { $set: { creatorId: 'c' } });
      expect(await rows.findFlatById(at(second?._id), { creatorId: 'c' })).toContain('"creatorId":"c"');
      for (const [address, columns] of [
        [at('missing'), {}],
        [at('\0'), {}],
        [at(first?._id, 'Other'), {}],
        [at(first?._id, 'Note', 'b'), {}],
        [at(second?._id), { creatorId: null }],
        [at(second?._id), { creatorId: 'd' }],
        [at(second?._id), { creatorId: 'c\0' }],
      ] as const)
        expect(await rows.findFlatById(address, columns)).toBeNull();
    });

    test('fails a read that exceeds its byte budget, counted in JSON, and does not change one within it', async () => {
      const list = Array.from({ length: 1000 }, () => 1);
      const text = '\u0001'.repeat(300);
      await put(...Array.from({ length: 4 }, (_, n) => (n < 2 ? { n, list } : { n, text })));
      for (const filter of [{ 'data.n': { $lt: 2 } }, { 'data.n': { $gte: 2 } }, { 'data.text': { $regex: '^\\x01' } }]) {
        const asked = { ...note, ...filter };
        const options = { sort: { 'data.n': -1, _id: 1 } } as const;
        const found = await rows.find(asked, options);
        const bytes = found.reduce((sum, each) => sum + Buffer.byteLength(JSON.stringify(each)), 0);
        expect(await rows.find(asked, { ...options, budget: { ms: 10_000, bytes: bytes + 1000 } })).toEqual(found);
        const less = { ...options, budget: { ms: 10_000, bytes: Math.floor(bytes * 0.7) } };
        await expect(rows.find(asked, less)).rejects.toMatchObject({ code: 'budget-exceeded', spent: 'bytes', status: 400 });
      }
    });

    test('fails a read that exceeds its time budget', async () => {
      const text = 'long '.repeat(400);
      for (let part = 0; part < 4; part++) await put(...Array.from({ length: 2000 }, (_, n) => ({ n, text })));
      const filter = { ...note, $or: Array.from({ length: 20 }, (_, n) => ({ 'data.text': { $regex: `a${n}`, $options: 'i' } })) };
      const slow = rows.find(filter, { budget: { ms: 20, bytes: 1_000_000 } });
      await expect(slow).rejects.toMatchObject({ code: 'budget-exceeded', spent: 'time' });
      const counted = rows.count(filter, { budget: { ms: 20, bytes: 1_000_000 } });
      await expect(counted).rejects.toMatchObject({ code: 'budget-exceeded', spent: 'time' });
      const first = { limit: 2, budget: { ms: 5000, bytes: 1_000_000 } };
      expect(await rows.find({ ...note, 'data.text': { $exists: true } }, first)).toHaveLength(2);
    });

    test.each([
      [{ _id: -1 }],
      [{ createdAt: -1, _id: -1 }],
      [{ 'data.n': 1, _id: 1 }],
      [{ 'data.n': -1, _id: -1 }],
      [{ 'data.done': 1, _id: 1 }],
      [{ 'data.n': 1, 'data.done': -1, _id: -1 }],
    ] as const)('pages after a document by %j', async (sort) => {
      const values = [null, 1, 2, 2, 'x', 'ä', undefined, true, 2];
      await put(...values.map((n, at) => ({ ...(n === undefined ? {} : { n }), done: at % 2 === 0 })));
      const wanted = (await rows.find(note, { sort })).map(({ _id }) => _id);
      const read: string[] = [];
      for (let page = await rows.find(note, { sort, limit: 2 }); page.length > 0; ) {
        read.push(...page.map(({ _id }) => _id));
        page = await rows.find(note, { sort, limit: 2, after: read.at(-1) as string });
      }
      expect(read).toEqual(wanted);
    });

    const byKind = { name: 'kind', path: 'data.kind' };
    const measures: Aggregation['measures'] = [
      { name: 'count', kind: 'count' },
      { name: 'sum', kind: 'sum', path: 'data.n' },
      { name: 'avg', kind: 'avg', path: 'data.n' },
      { name: 'min', kind: 'min', path: 'data.n' },
      { name: 'max', kind: 'max', path: 'data.n' },
      { name: 'many', kind: 'distinct', path: 'data.n' },
    ];
    const counted = [{ name: 'count', kind: 'count' }] as const;
    const totals = { groups: [byKind], measures, having: {}, sort: { kind: 1 }, limit: 10 } as const;

    test('aggregates by the values of a field, of which null and a missing one are the same', async () => {
      await put({ kind: 'a', n: 1 }, { kind: 'a', n: 2.5 }, { kind: 'a', n: null }, { kind: null, n: 'x' }, {}, { kind: ['a', 'b'], n: 2 });
      await rows.insertOne(made('a', 'Task', { kind: 'a', n: 100 }));
      expect(await rows.aggregate(note, totals)).toEqual([
        { kind: null, count: 2, sum: 0, avg: null, min: 'x', max: 'x', many: 1 },
        { kind: 'a', count: 3, sum: 3.5, avg: 1.75, min: 1, max: 2.5, many: 2 },
        { kind: ['a', 'b'], count: 1, sum: 2, avg: 2, min: 2, max: 2, many: 1 },
      ]);
      const few = { ...totals, measures: counted, having: { count: { $gt: 1 } }, sort: { count: -1 }, limit: 1 } as const;
      expect(await rows.aggregate(note, few)).toEqual([{ kind: 'a', count: 3 }]);
      expect(await rows.aggregate({ ...note, 'data.n': { $gt: 2 } }, { ...totals, measures: counted })).toEqual([{ kind: 'a', count: 1 }]);
    });

    test('aggregates all documents to one result, also of none', async () => {
      const total = { ...totals, groups: [], sort: {} };
      expect(await rows.aggregate(note, total)).toEqual([{ count: 0, sum: 0, avg: null, min: null, max: null, many: 0 }]);
      expect(await rows.aggregate(note, { ...total, having: { count: { $gt: 0 } } })).toEqual([]);
      await put({ n: 2 }, { n: 2 });
      expect(await rows.aggregate(note, total)).toEqual([{ count: 2, sum: 4, avg: 2, min: 2, max: 2, many: 1 }]);
    });

    test.each([
      ['day', ['2025-12-28', '2025-12-31', '2026-01-04']],
      ['week', ['2025-12-22', '2025-12-29']],
      ['month', ['2025-12-01', '2026-01-01']],
      ['year', ['2025-01-01', '2026-01-01']],
    ] as const)('aggregates by the %s of dates and times', async (unit, starts) => {
      await put({ at: '2025-12-28' }, { at: '2025-12-31T23:59:59.999Z' }, { at: '2026-01-04' }, { at: 'soon' }, { at: 5 }, {});
      const byTime = { groups: [{ name: 'at', path: 'data.at', unit }], measures: counted, having: {}, sort: { at: 1 }, limit: 9 } as const;
      const found = (await rows.aggregate(note, byTime)) as { at: unknown; count: number }[];
      expect(found[0]).toEqual({ at: null, count: 3 });
      expect(found.slice(1).map(({ at }) => at)).toEqual(starts);
      const byColumn = { ...byTime, groups: [{ name: 'at', path: 'createdAt', unit }] };
      expect(await rows.aggregate(note, byColumn)).toMatchObject([{ count: 6 }]);
    });

    test('aggregates many documents within a budget, by paths with any names', async () => {
      const name = `it's "\\ü`;
      await put(...Array.from({ length: 1200 }, (_, n) => ({ [name]: { kind: n % 3 }, n })));
      const byName = { ...totals, groups: [{ name: 'kind', path: `data.${name}.kind` }] } as const;
      const budget = { ms: 60_000, bytes: 1000 };
      expect(await rows.aggregate({ ...note, 'data.n': { $gte: 600 } }, byName, { budget })).toEqual(
        [0, 1, 2].map((kind) => ({
          ...{ kind, count: 200, sum: 179_700 + 200 * kind, avg: 898.5 + kind },
          ...{ min: 600 + kind, max: 1197 + kind, many: 200 },
        })),
      );
      const byNumber = { ...totals, groups: [{ name: 'n', path: 'data.n' }], sort: { n: 1 }, limit: 1000 } as const;
      await expect(rows.aggregate(note, byNumber, { budget })).rejects.toMatchObject({ spent: 'bytes' });
    });

    test.each<[string, Partial<Aggregation>]>([
      ['a name with capitals', { groups: [{ name: 'Kind', path: 'data.kind' }], sort: {} }],
      ['one name twice', { groups: [byKind, byKind] }],
      ['a path that is none', { groups: [{ name: 'kind', path: '$kind' }] }],
      ['an unknown operator', { having: { kind: { $where: '1' } } }],
      ['a sort by other names', { sort: { other: 1 } }],
      ['no limit', { limit: 0 }],
    ])('refuses an aggregation with %s', async (_name, bad) => {
      await expect(rows.aggregate(note, { ...totals, ...bad })).rejects.toBeInstanceOf(InvalidInput);
    });

    test('treats a document outside of the filter for `after` as gone', async () => {
      const [first, second] = await put({ n: 1 }, { n: 2 });
      const after = first?._id as string;
      const afterWithin = { ...note, creatorId: 'ann' };
      const byField = { sort: { 'data.n': 1, _id: 1 }, after } as const;
      expect(await rows.find(note, { ...byField, afterWithin: note })).toEqual([second]);
      await expect(rows.find(note, { ...byField, afterWithin })).rejects.toBeInstanceOf(InvalidInput);
      expect(await rows.find(note, { sort: { _id: 1 }, after, afterWithin })).toEqual([second]);
    });

    test('changes and deletes only documents that match when a column is named like an identifier of the engine', async () => {
      const { document, partition } = partitionedSpec;
      const named = { ...partition, folder: 'entries', columns: [...partition.columns, 'rowId'] };
      const entry = document as z.ZodType<Row & { readonly rowId: string }>;
      const entries = await store.openPartitioned('entries', { document: entry, partition: named });
      await entries.deleteMany({ appId: 'a' });
      const made = Array.from({ length: 4 }, (_, n) => ({ ...at(`${n}`), data: { n } }));
      await entries.insertMany(made);
      const [first, second, third, fourth] = made as [Entry, Entry, Entry, Entry];
      await entries.updateMany({ ...note, 'data.n': 1 }, { $set: { 'data.n': 5 } });
      await entries.updateOne({ ...note, _id: third._id }, { $set: { 'data.n': 6 } });
      await entries.replaceOne({ ...note, 'data.n': 3 }, { ...fourth, data: { n: 7 } });
      const changed = [first, { ...second, data: { n: 5 } }, { ...third, data: { n: 6 } }, { ...fourth, data: { n: 7 } }];
      expect(await entries.find(note, { sort: { _id: 1 } })).toEqual(changed);
      expect(await entries.deleteMany({ ...note, _id: { $in: [first._id] } })).toBe(1);
      expect(await entries.deleteOne({ ...note, 'data.n': 5 })).toBe(1);
      expect(await entries.find(note, { sort: { _id: 1 } })).toEqual(changed.slice(2));

      type Entry = ReturnType<typeof at> & { readonly data: { readonly n: number } };
      function at(name: string) {
        return { _id: `id ${name}`, ...note, createdAt: null, creatorId: null, rowId: 'same' };
      }
    });

    test('pages after a document that is gone by id only, and needs a total order', async () => {
      const [first, second] = await put({ n: 1 }, { n: 2 });
      const after = first?._id as string;
      await rows.deleteOne({ ...note, _id: after });
      expect(await rows.find(note, { sort: { _id: 1 }, after })).toEqual([second]);
      await expect(rows.find(note, { sort: { 'data.n': 1, _id: 1 }, after })).rejects.toBeInstanceOf(InvalidInput);
      await expect(rows.find(note, { sort: { 'data.n': 1 }, after })).rejects.toBeInstanceOf(InvalidInput);
    });
  });
}
