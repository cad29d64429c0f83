import { MongoError, MongoInvalidArgumentError, MongoServerError } from 'mongodb';
import { BudgetExceeded, DuplicateKey, InvalidInput, StorageFull } from '../../contract/errors.ts';

const duplicate = 11000;
const maxTimeExpired = 50;
/** ExceededMemoryLimit, BSONObjectTooLarge */
const tooLarge = new Set([146, 10334]);
const outOfDiskSpace = 14031;
/** MongoDB's error codes for invalid queries and updates; both stores throw `InvalidInput` for them. */
const badInput = new Set([
  2, // BadValue
  9, // FailedToParse
  14, // TypeMismatch
  28, // PathNotViable
  40, // ConflictingUpdateOperators
  52, // DollarPrefixedFieldName
  54, // NotSingleValueField
  66, // ImmutableField
  51091, // a regular expression that PCRE does not know
]);

/** Runs a driver call and maps its errors to those of the contract. */
export async function translated<T>(run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  signal?.throwIfAborted();
  try {
    return await run();
  } catch (error) {
    signal?.throwIfAborted();
    throw translate(error);
  }
}

export function translate(error: unknown): unknown {
  if (!(error instanceof MongoServerError)) return error;
  if (error.code === duplicate) return new DuplicateKey(/ index: (\S+) dup key/.exec(error.message)?.[1] ?? '_id_');
  if (error.code === outOfDiskSpace) return new StorageFull({ cause: error });
  if (error.code === maxTimeExpired) return new BudgetExceeded('time');
  if (tooLarge.has(Number(error.code))) return new BudgetExceeded('bytes');
  return badInput.has(Number(error.code)) ? new InvalidInput(error.message) : error;
}

/** The driver refused a document of a command, and so has sent nothing of it. */
export function isUnsent(error: unknown): boolean {
  return error instanceof MongoInvalidArgumentError || !(error instanceof MongoError);
}
