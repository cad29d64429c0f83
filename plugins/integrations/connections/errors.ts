import { Conflict, DomainError, NotFound } from '@sayso/core';

/** A connection that a call needs is not connected, or not any more. */
export class ConnectionMissing extends Conflict {
  override readonly code = 'integration-not-connected';
}

/** The server of a provider cannot be used as it is declared. */
export class ProviderFailed extends DomainError {
  readonly code: string = 'provider-failed';
  readonly status = 502;
}

/** The provider refused the grant itself: another attempt with it is useless. */
export class GrantRefused extends ProviderFailed {
  override readonly code = 'grant-refused';
}

/** The package declares no connection of this name. */
export class UnknownConnection extends NotFound {
  override readonly code = 'unknown-connection';
  constructor() {
    super('The connection');
  }
}
