/** A failed call. `status` is the HTTP status, 0 without a response. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(message: string, status: number, code: string) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
  }
}

/** An error as the hosting page receives it; the preview forwards it to the builder. */
export interface ErrorReport {
  readonly error: unknown;
  readonly scope: 'component' | 'page' | 'app' | 'api';
  /** A stack that leads to the app's own code when the error's own does not. */
  readonly stack?: string;
  /** React's stack of components. */
  readonly componentStack?: string;
}

type Listener = (report: ErrorReport) => void;
let listener: Listener = () => {};
let reported = new WeakSet<object>();

export function onErrorReport(listen: Listener): void {
  listener = listen;
}

/** Errors reported before are reported again: browsers reject each import of a module that failed with the same error. */
export function forgetErrors(): void {
  reported = new WeakSet();
}

/** Reports an error once, however often it is rethrown. */
export function reportError(report: ErrorReport): void {
  if (typeof report.error === 'object' && report.error !== null) {
    if (reported.has(report.error)) return;
    reported.add(report.error);
  }
  listener(report);
}

let loginListener = (): void => {};

export function onLoginNeeded(listen: () => void): void {
  loginListener = listen;
}

/** A call was refused because the caller is not logged in. */
export function loginNeeded(): void {
  loginListener();
}

/** `origin` is an error created at the app's call: after an `await`, the stack no longer shows the caller. */
export function reportApiError(error: ApiError, origin: Error): void {
  // A missing log-in is not an error of the app.
  if (error.status !== 401) reportError({ error, scope: 'api', ...(origin.stack === undefined ? {} : { stack: origin.stack }) });
  else loginNeeded();
}
