import { DomainError } from '../contract/index.ts';

/** A run took longer than its `timeoutMs`; the pool terminated its thread. */
export class WorkerTimeout extends DomainError {
  readonly code = 'worker-timeout';
  readonly status = 504;
  constructor(timeoutMs: number) {
    super(`This took longer than ${timeoutMs / 1000} seconds and was stopped.`);
  }
}

/** The thread exited before the run's result: out of memory, an uncaught error, or a closed pool. `cause` has the reason. */
export class WorkerFailed extends DomainError {
  readonly code = 'worker-failed';
  readonly status = 500;
  constructor(message: string, cause?: unknown) {
    super(message);
    this.cause = cause;
  }
}

/** A domain error from a thread whose class is not in the contract; keeps name, message, code, status and fields. */
export class WorkerDomainError extends DomainError {
  readonly code: string = 'worker-error';
  readonly status: number = 500;
}
