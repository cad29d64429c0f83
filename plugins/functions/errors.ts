import { Conflict, DomainError, NotFound, TooManyRequests } from '@sayso/core';

/** The app has no function of this name in the version that the caller uses. */
export class NoSuchFunction extends NotFound {
  override readonly code = 'no-such-function';
  constructor(name: string) {
    super(`The function "${name}"`);
  }
}

/** The function threw, or its code does not compile. `detail` is for people who build the app. */
export class FunctionFailed extends DomainError {
  readonly code = 'function-failed';
  readonly status = 500;
  constructor(name: string, detail: string | null) {
    super(detail === null ? `The function "${name}" failed.` : `The function "${name}" failed: ${detail}`);
  }
}

/** The code of a function is not the one that was shown to the person who allows it something. */
export class CodeChanged extends Conflict {
  override readonly code = 'function-changed';
  constructor() {
    super('The code of the function has changed since it was shown. Look at what it wants again, then allow it.');
  }
}

/** The function reached its time or memory limit. */
export class FunctionStopped extends DomainError {
  readonly code = 'function-stopped';
  readonly status = 504;
  constructor(name: string, reason: string) {
    super(`The function "${name}" was stopped: ${reason}`);
  }
}

/** The server ended while the function ran. */
export class FunctionInterrupted extends DomainError {
  readonly code = 'function-interrupted';
  readonly status = 503;
  constructor(name: string) {
    super(`The server ended while the function "${name}" ran. It does not start again by itself, as it would repeat what it did before.`);
  }
}

/** As many runs as the app, or the caller, may start. */
export class FunctionQuotaReached extends TooManyRequests {
  override readonly code = 'function-quota-reached';
}
