import { DomainError, Forbidden, InvalidInput, Unauthenticated } from '@sayso/core';

/** A row that is invalid for its table. */
export class InvalidRow extends InvalidInput {
  override readonly code = 'invalid-row';
  constructor(issues: InvalidInput['issues']) {
    super(issues[0]?.message ?? 'The row is not valid.', issues);
  }
}

/** An invalid filter, sort or list of fields. */
export class InvalidQuery extends InvalidInput {
  override readonly code = 'invalid-query';
}

/** A file that cannot be imported. */
export class InvalidImport extends InvalidInput {
  override readonly code = 'invalid-import';
}

/** An app, or one of its tables, has reached its quota. */
export class QuotaReached extends DomainError {
  readonly code = 'quota-reached';
  readonly status = 409;
  /** Without how many rows there are, for callers who may not see them all. */
  readonly uncounted: string;
  constructor(message: string, uncounted = message) {
    super(message);
    this.uncounted = uncounted;
  }
}

/** The process has as many bytes of rows in flight as it may. */
export class ServerBusy extends DomainError {
  readonly code = 'server-busy';
  readonly status = 503;
  constructor() {
    super('The server is answering too many large lists right now. Please try again in a moment.');
  }
}

/** An app, or a process that shuts down, accepts no more streams of changes. */
export class TooManyStreams extends DomainError {
  readonly code = 'too-many-streams';
  readonly status = 503;
  constructor() {
    super('No more people can follow this app live right now. Please try again in a moment.');
  }
}

/** A call of a path that opens WebSockets only. */
export class WebSocketOnly extends DomainError {
  readonly code = 'websocket-only';
  readonly status = 426;
  constructor() {
    super('Changes of rows are sent by WebSocket here.');
  }
}

/** A file above the limits of an import. */
export class ImportTooLarge extends DomainError {
  readonly code = 'too-large';
  readonly status = 413;
  constructor(bytes: number) {
    super(`The file is too large: at most ${bytes / 1_000_000} MB can be imported at once.`);
  }
}

/** An import that cannot be completed, though a retry would not help. */
export class ImportFailed extends DomainError {
  readonly code = 'import-failed';
  readonly status = 409;
}

/** The refusal of a write to fields whose rules do not let the caller in. */
export function refusalOfFields(isSignedIn: boolean, entity: string, fields: readonly string[]): Error {
  const names = fields
    .slice(0, 5)
    .map((name) => `\`${name}\``)
    .join(', ');
  return isSignedIn
    ? new Forbidden(`You may not write ${names} of ${entity}.`)
    : new Unauthenticated(`Please log in to write ${names} of ${entity}.`);
}

/** The error for a caller without permission. Visitors are asked to log in, which may be enough. */
export function refusal(isSignedIn: boolean, entity: string, act: 'read' | 'write'): Error {
  if (act === 'read')
    return isSignedIn
      ? new Forbidden(`You may not see the rows of ${entity}.`)
      : new Unauthenticated(`Please log in to see the rows of ${entity}.`);
  return isSignedIn
    ? new Forbidden(`You may not change the rows of ${entity}.`)
    : new Unauthenticated(`Please log in to change the rows of ${entity}.`);
}
