/**
 * What can go wrong in the domain. These know no transport: the one edge in `core/http` and `core/graph` maps them to a status and a
 * body `{message, code, error: {message, code}}`; anything that is not a `DomainError` is logged whole and masked.
 */
export abstract class DomainError extends Error {
  /** Stable, kebab-case, part of the public interface. */
  abstract readonly code: string;
  /** The HTTP status that says the same. */
  abstract readonly status: number;
  /** What lies behind it, for admins and the log: names of hosts, what another server said. Never in `message`. */
  readonly detail: string | null = null;
  override get name(): string {
    return this.constructor.name;
  }
}

/** The caller has to say who they are first. */
export class Unauthenticated extends DomainError {
  readonly code: string = 'unauthenticated';
  readonly status: number = 401;
  constructor(message = 'Please log in first.') {
    super(message);
  }
}

/** The caller is known and may not. Never for the things of others: those answer `NotFound`. */
export class Forbidden extends DomainError {
  readonly code: string = 'forbidden';
  readonly status: number = 403;
  constructor(message = 'You may not do this.') {
    super(message);
  }
}

/** There is no such thing, or the caller may not know of it. */
export class NotFound extends DomainError {
  readonly code: string = 'not-found';
  readonly status: number = 404;
  constructor(what: string) {
    super(`${what} was not found.`);
  }
}

/** The input is not of the stated shape. `issues` name the path of each fault. */
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

/** Too often in too short a time. */
export class TooManyRequests extends DomainError {
  readonly code: string = 'too-many-requests';
  readonly status: number = 429;
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

/** A read cost more than its budget: `spent` says what ran out. Thrown by every store. */
export class BudgetExceeded extends DomainError {
  readonly code: string = 'budget-exceeded';
  readonly status = 400;
  readonly spent: 'time' | 'bytes';
  constructor(spent: 'time' | 'bytes', message = spent === 'time' ? 'This query takes too long.' : 'This answer is too large.') {
    super(message);
    this.spent = spent;
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
