import { DomainError, Forbidden, InvalidInput, Unauthenticated } from '@sayso/core';

/** A query in this client's words that cannot be answered. */
export class InvalidQuery extends InvalidInput {
  override readonly code = 'invalid-query';
}

/** The cursor of a page was changed, or is used with another query than its own. */
export class InvalidCursor extends InvalidInput {
  override readonly code = 'invalid-cursor';
  constructor(reason: string) {
    super(reason, [{ path: 'cursor', message: 'does not fit' }]);
  }
}

/** A visitor asks who they are. */
export class NotLoggedIn extends Unauthenticated {
  constructor() {
    super('Please log in to this app.');
  }
}

/** A log-in or a sign-up of another person in a preview. */
export class PreviewIsOwn extends Forbidden {
  override readonly code = 'preview-is-own';
  constructor() {
    super('A preview is always yours: log in with your own email, or as another person in the published app.');
  }
}

/** A call of the client that this product has no counterpart of. */
export class NotOffered extends DomainError {
  readonly code = 'not-offered';
  readonly status = 501;
}
