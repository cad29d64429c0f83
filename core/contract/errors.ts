/**
 * Base class of domain errors. They are independent of the transport: `core/http` and `core/graph` map them to a status and a body
 * `{message, code, error: {message, code}}`. All other exceptions are logged in full and masked.
 */
export abstract class DomainError extends Error {
  /** Stable error code in kebab-case, part of the public API. */
  abstract readonly code: string;
  /** The corresponding HTTP status. */
  abstract readonly status: number;
  /** The cause, for admins and the log: host names, responses of other servers. Never part of `message`. */
  readonly detail: string | null = null;
  override get name(): string {
    return this.constructor.name;
  }
}

/** The caller must authenticate first. */
export class Unauthenticated extends DomainError {
  readonly code: string = 'unauthenticated';
  readonly status: number = 401;
  constructor(message = 'Please log in first.') {
    super(message);
  }
}

/** The caller is authenticated but lacks the permission. Resources of others are `NotFound` instead. */
export class Forbidden extends DomainError {
  readonly code: string = 'forbidden';
  readonly status: number = 403;
  constructor(message = 'You may not do this.') {
    super(message);
  }
}

/** The resource does not exist, or is not visible to the caller. */
export class NotFound extends DomainError {
  readonly code: string = 'not-found';
  readonly status: number = 404;
  constructor(what: string) {
    super(`${what} was not found.`);
  }
}

/** The input does not match its schema. `issues` have the path of each error. */
export class InvalidInput extends DomainError {
  readonly code: string = 'invalid-input';
  readonly status: number = 400;
  readonly issues: readonly { readonly path: string; readonly message: string }[];
  constructor(message: string, issues: InvalidInput['issues'] = []) {
    super(message);
    this.issues = issues;
  }
}

/** The document changed since the caller read it; read again and retry. */
export class Conflict extends DomainError {
  readonly code: string = 'conflict';
  readonly status: number = 409;
}

/** The caller exceeded a rate limit. */
export class TooManyRequests extends DomainError {
  readonly code: string = 'too-many-requests';
  readonly status: number = 429;
}

/** A limit of a plugin has no room. `words` say what is limited. */
export class LimitReached extends TooManyRequests {
  override readonly code: string = 'limit-reached';
  constructor(words: string, most: number) {
    super(`${words}: at most ${most}. Try again later, or ask the administrator of this server for more.`);
  }
}

/** A unique index of a collection already holds these values. Thrown by every store. */
export class DuplicateKey extends DomainError {
  readonly code = 'duplicate-key';
  readonly status = 409;
  readonly index: string;
  constructor(index: string) {
    super(`A document with the same values of the unique index "${index}" exists already.`);
    this.index = index;
  }
}

/** A read exceeded its budget: `spent` names the exceeded limit. Thrown by every store. */
export class BudgetExceeded extends DomainError {
  readonly code: string = 'budget-exceeded';
  readonly status = 400;
  readonly spent: 'time' | 'bytes';
  constructor(spent: 'time' | 'bytes', message = spent === 'time' ? 'This query takes too long.' : 'This answer is too large.') {
    super(message);
    this.spent = spent;
  }
}

/** Too many queries without an index are queued: none of them has run. */
export class QueriesBusy extends DomainError {
  readonly code = 'server-busy';
  readonly status = 503;
  constructor() {
    super('The server is answering too many slow queries right now. Please try again in a moment.');
  }
}

/** Other processes held the write lock of the data for too long; nothing was written. Thrown by the SQLite store. */
export class StoreBusy extends DomainError {
  readonly code = 'store-busy';
  readonly status = 503;
  constructor() {
    super('The data is locked by another process and nothing was saved. Please try again.');
  }
}

/** The disk, or the quota on it, is full: nothing can be saved, while reads work. Thrown by every store and blob store. */
export class StorageFull extends DomainError {
  readonly code = 'storage-full';
  readonly status = 507;
  constructor(options?: ErrorOptions) {
    super('The disk of this server is full, so nothing can be saved. Its administrator has to make room.', options);
  }
}

/** The data cannot be written: a read-only file system, missing rights, a disk that fails. Thrown by every store and blob store. */
export class StorageReadOnly extends DomainError {
  readonly code = 'storage-read-only';
  readonly status = 503;
  constructor(options?: ErrorOptions) {
    super(
      'This server cannot write its data, so nothing can be saved. Its administrator has to check the data folder and its disk.',
      options,
    );
  }
}

/** No object under this key. Thrown by every blob store. */
export class BlobNotFound extends DomainError {
  readonly code = 'blob-not-found';
  readonly status = 404;
  constructor(key: string) {
    super(`The file "${key}" was not found.`);
  }
}
