import { DomainError } from '../contract/index.ts';

/** A run in a worker thread took longer than its `timeoutMs`; its thread was ended. */
export class WorkerTimeout extends DomainError {
  readonly code = 'worker-timeout';
  readonly status = 504;
  constructor(timeoutMs: number) {
    super(`This took longer than ${timeoutMs / 1000} seconds and was stopped.`);
  }
}

/** The thread of a run ended before its answer: out of memory, an uncaught error, or the pool was closed. `cause` tells which. */
export class WorkerFailed extends DomainError {
  readonly code = 'worker-failed';
  readonly status = 500;
  constructor(message: string, cause?: unknown) {
    super(message);
    this.cause = cause;
  }
}

/** A domain error thrown inside a thread whose class is not in the contract: same name, message, code, status and fields. */
export class WorkerDomainError extends DomainError {
  readonly code: string = 'worker-error';
  readonly status: number = 500;
}
