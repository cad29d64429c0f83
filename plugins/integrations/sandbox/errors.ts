import { DomainError } from '@sayso/core';

/** Isolated code threw an error, or could not be loaded. The message is its own. */
export class GuestFailed extends DomainError {
  readonly code = 'integration-failed';
  readonly status = 502;
}

/** Isolated code exceeded a limit; `detail` says which one. */
export class GuestLimitReached extends DomainError {
  readonly code = 'integration-limit';
  readonly status = 502;
  readonly limit: 'time' | 'memory' | 'size';
  constructor(limit: 'time' | 'memory' | 'size', allowed: string) {
    const what = { time: 'took too long', memory: 'used too much memory', size: 'answered too much' }[limit];
    super(`The integration ${what}: it may use ${allowed}.`);
    this.limit = limit;
  }
}

/** All processes for isolated code are busy. */
export class SandboxBusy extends DomainError {
  readonly code = 'server-busy';
  readonly status = 503;
  constructor() {
    super('Too many integrations are running right now. Please try again in a moment.');
  }
}

/** Isolated code asked for an address that it may not call. */
export class AddressRefused extends DomainError {
  readonly code = 'address-refused';
  readonly status = 403;
  /** The host that would have to be allowed; null when the address is refused for another reason. */
  readonly unlisted: string | null;
  constructor(message: string, unlisted: string | null = null) {
    super(message);
    this.unlisted = unlisted;
  }
}

/** The server of a request of isolated code could not be reached, or sent more than it may. */
export class RequestFailed extends DomainError {
  readonly code = 'request-failed';
  readonly status = 502;
}
