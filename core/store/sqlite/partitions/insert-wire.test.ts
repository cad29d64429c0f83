import { expect, test } from 'vitest';
import { DuplicateKey, StorageFull, StoreBusy } from '../../../contract/errors.ts';
import { translate } from '../writability.ts';
import { errorOf, failureOf } from './insert-wire.ts';

const sqliteError = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
const systemError = Object.assign(new Error('ENOSPC: no space left on device, fdatasync'), { code: 'ENOSPC' });

test.each<[what: string, error: unknown, received: unknown]>([
  ['a duplicate key', new DuplicateKey('_id'), new DuplicateKey('_id')],
  ['a busy store', new StoreBusy(), new StoreBusy()],
  ['a full disk by SQLite', translate(sqliteError), new StorageFull()],
  ['a full disk by a sync', translate(systemError), new StorageFull()],
  ['any other error', new TypeError('x is not a function'), new Error('x is not a function')],
  ['no error', 'text', new Error('text')],
])('carries %s to the other thread', (_what, error, received) => {
  const failure = structuredClone(failureOf(error));
  expect(translate(errorOf(failure))).toEqual(received);
});
