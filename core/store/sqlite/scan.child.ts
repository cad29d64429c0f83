import { openSqliteStore } from '../index.ts';

/** Scans 25 MB of rows by filters without an index; its parent test limits the heap to less than all rows need. */
const store = await openSqliteStore({ file: ':memory:' });
const rows = await store.open('rows', { document: undefined as never, indexes: [{ keys: { appId: 1, createdAt: -1 } }] });
const text = 'Lorem ipsum dolor sit amet, '.repeat(1800);
for (let n = 0; n < 500; n++)
  await rows.insertOne({ _id: `r${n}`, appId: 'a', createdAt: String(n).padStart(4, '0'), data: { text, n } } as { _id: string });
const patterns = (ending: string) =>
  Array.from({ length: 12 }, (_, n) => ({ 'data.text': { $regex: `${n} is not there${ending}`, $options: 'i' } }));
let turns = 0;
const count = (): void => {
  turns++;
  setImmediate(count).unref();
};
count();
const answers: number[] = [];
for (const ending of ['', 'é']) answers.push((await rows.find({ appId: 'a', $or: patterns(ending) })).length);
answers.push((await rows.find({ appId: 'a' }, { sort: { 'data.n': -1 }, limit: 2, projection: { _id: 1 } })).length);
const before = turns;
let streamed = 0;
for await (const _row of rows.stream({ appId: 'a' })) streamed++;
answers.push(streamed);
process.stdout.write(JSON.stringify({ answers, turns: turns - before }));
await store.close();
