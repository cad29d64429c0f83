import { ApiError, reportApiError } from './errors.ts';
import { fetchBeyondPage } from './keepalive.ts';
import { sendWithProgress } from './progress.ts';
import { isPage, proxyMessage } from './proxies.ts';

/** Base address and token of the app's calls. Set once by the page that hosts the app, the token on each change. */
export interface Connection {
  appId: string;
  /** Without a slash at the end; empty on an app's own origin. */
  apiUrl: string;
  builderUrl: string;
  token: string | null;
  /** Requests a new token after a 401; false when there is none. */
  renew: (() => Promise<boolean>) | null;
}

let token: string | null = null;
const tokenListeners = new Set<() => void>();

export const connection: Connection = {
  appId: '',
  apiUrl: '',
  builderUrl: '',
  get token() {
    return token;
  },
  set token(next) {
    if (next === token) return;
    token = next;
    for (const listener of tokenListeners) listener();
  },
  renew: null,
};

/** Calls back when another person is signed in, or the same one with another token. */
export function onTokenChange(listener: () => void): void {
  tokenListeners.add(listener);
}

/** One call. `body` is sent as JSON unless it is a form; undefined values of `query` are omitted. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  /** The operation, for the error's title: `Habit.list`. */
  readonly what: string;
  /** The purpose of a required log-in, as in "Please log in to see the rows of Habit.": without a token the call is not sent. Default null. */
  readonly needsLogin?: string | null;
  /** Ends the call. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the part of the body that is sent, from 0 to 1. */
  readonly onProgress?: ((part: number) => void) | undefined;
  /**
   * What a person typed into a form of the app, such as a password. A refusal is the sentence for that form: without the operation, neither repeated
   * with a renewed token nor reported as an error of the app. Default: false.
   */
  readonly isForm?: boolean;
  /** Reads a successful answer, which is asked for as server-sent events. Default: as JSON. */
  readonly read?: (response: Response) => Promise<unknown>;
}

/** Resolves with the parsed JSON (undefined for an empty response). Reports a failure to the builder and throws it as an `ApiError`. */
export async function call<T>(request: Call): Promise<T> {
  const origin = new Error(request.what);
  try {
    const { token } = connection;
    // Do not send it: browsers log each refused call as an error of the page.
    if (token === null && request.needsLogin)
      throw new ApiError(`${request.what}: Please log in to ${request.needsLogin}.`, 401, 'unauthenticated');
    let response = await send(request);
    if (response.status === 401 && (await hasNewToken(request, token))) response = await send(request);
    if (!response.ok || isPage(response)) throw await failure(request, response);
    if (request.read !== undefined) return (await request.read(response)) as T;
    const text = await response.text();
    return (text === '' ? undefined : parse(text)) as T;
  } catch (cause) {
    // Not a failure: the app ended the call itself.
    if (request.signal?.aborted) throw cause;
    const error = cause instanceof ApiError ? cause : new ApiError(`${request.what}: the server could not be reached.`, 0, 'network');
    if (!isForForm(request, error)) reportApiError(error, origin);
    throw error;
  }
}

/** Whether a refused call may succeed when it is sent again: the token has been renewed. */
async function hasNewToken({ isForm = false }: Call, token: string | null): Promise<boolean> {
  return !isForm && (connection.token !== token || (await connection.renew?.()) === true);
}

/** What the person corrects in the form; a failure of the server is reported. */
const isForForm = ({ isForm = false }: Call, { status }: ApiError): boolean => isForm && status >= 400 && status < 500;

/** The path of the app's API. */
export function appPath(rest: string): string {
  return `/live_api/apps/${encodeURIComponent(connection.appId)}/${rest}`;
}

function send(request: Call): Promise<Response> {
  const { method, path, query, body, signal = null, onProgress } = request;
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(key, String(value));
  const url = `${connection.apiUrl}${path}${search.size === 0 ? '' : `?${search}`}`;
  const payload = body === undefined ? null : body instanceof FormData ? body : JSON.stringify(body);
  const headers = headersOf(request);
  if (onProgress !== undefined) return sendWithProgress({ method, url, headers, body: payload, signal }, onProgress);
  const init = { method, headers, credentials: 'omit', signal } as const;
  // A change that the page already shows must not be lost when its user leaves at once.
  if (method !== 'GET' && request.read === undefined && !(payload instanceof FormData))
    return fetchBeyondPage(url, { ...init, body: payload });
  return fetch(url, { ...init, body: payload });
}

function headersOf({ body, read }: Call): Record<string, string> {
  const headers: Record<string, string> = { 'x-app-id': connection.appId };
  if (connection.token !== null) headers['authorization'] = `Bearer ${connection.token}`;
  if (read !== undefined) headers['accept'] = 'text/event-stream';
  if (body !== undefined && !(body instanceof FormData)) headers['content-type'] = 'application/json';
  return headers;
}

async function failure({ what, isForm = false }: Call, response: Response): Promise<ApiError> {
  const text = await response.text();
  if (text === '' || isPage(response)) return new ApiError(`${what}: ${proxyMessage(response.status)}`, response.status, 'http');
  const body = parse(text) as { message?: unknown; code?: unknown } | null;
  const message = typeof body?.message === 'string' ? body.message : `The server answered ${response.status}.`;
  return new ApiError(isForm ? message : `${what}: ${message}`, response.status, typeof body?.code === 'string' ? body.code : 'http');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
