import { openSqliteStore } from '../index.ts';

/** Writes in an endless loop and prints each acknowledged id; the durability test kills it. */
const [file, prefix] = process.argv.slice(2) as [string, string];
const store = await openSqliteStore({ file });
const rows = await store.open('rows', { document: undefined as never, indexes: [{ keys: { n: 1 } }] });
let next = 0;
const writer = async (): Promise<void> => {
  for (;;) {
    const _id = `${prefix}-${next++}`;
    await rows.insertOne({ _id, n: next, text: 'x'.repeat(500) } as { _id: string });
    await rows.updateOne({ _id }, { $set: { seen: true } });
    process.stdout.write(`${_id}\n`);
  }
};
await Promise.all(Array.from({ length: 8 }, writer));
