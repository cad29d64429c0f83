import { blobContent, openPlace, type Place, TEXT } from './engines.ts';

/**
 * Writes until it is killed, in eight lanes, and prints each write once the store has acknowledged it: `<what> <id>`. Pipes are written
 * synchronously, so a printed line has arrived.
 */
const [text = '', prefix = ''] = process.argv.slice(2);
const { rows, blobs } = await openPlace(JSON.parse(text) as Place);
const say = (what: string, id: string) => process.stdout.write(`${what} ${id}\n`);
let next = 0;

async function lane(): Promise<void> {
  for (;;) {
    const number = next++;
    const _id = `${prefix}-${number}`;
    const row = { _id, state: 'new' as const, text: TEXT };
    if (number % 40 === 7) {
      await blobs.put(_id, blobContent(_id));
      say('put', _id);
    } else if (number % 10 === 3) {
      await rows.insertMany([1, 2, 3].map((part) => ({ ...row, _id: `${_id}-${part}` })));
      say('many', _id);
    } else {
      await rows.insertOne(row);
      say('insert', _id);
    }
    if (number % 4 === 1) {
      await rows.updateOne({ _id }, { $set: { state: 'seen' } });
      say('update', _id);
    }
    if (number % 4 === 2) {
      await rows.deleteOne({ _id });
      say('delete', _id);
    }
  }
}
await Promise.all(Array.from({ length: 8 }, lane));
