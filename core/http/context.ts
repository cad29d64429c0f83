import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor, Credentials, HostName, RequestContext } from '../contract/index.ts';
import type { HostDependencies } from './dependencies.ts';

/** What a call needs from its host. */
export interface CallHost {
  readonly name: HostName;
  readonly identify: HostDependencies['identify'];
  readonly get: HostDependencies['get'];
}

/** The credentials and the context of one request. Headers and signal are created on first use: the most frequent calls need neither. */
export class Call implements Credentials, RequestContext {
  /** Anonymous until the caller is authenticated. */
  actor: Actor = { kind: 'anonymous' };
  readonly requestId: string;
  readonly host: HostName;
  readonly get: HostDependencies['get'];
  readonly #identify: HostDependencies['identify'];
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  #headers: Headers | undefined;
  #controller: AbortController | undefined;

  constructor(request: FastifyRequest, reply: FastifyReply, { name, identify, get }: CallHost) {
    this.requestId = request.id;
    this.host = name;
    this.get = get;
    this.#identify = identify;
    this.#request = request;
    this.#reply = reply;
  }

  get method(): string {
    return this.#request.method;
  }

  get authorization(): string | null {
    return this.#request.headers.authorization ?? null;
  }

  get headers(): Headers {
    this.#headers ??= headersOf(this.#request);
    return this.#headers;
  }

  get signal(): AbortSignal {
    this.#controller ??= abortOnDisconnect(this.#reply);
    return this.#controller.signal;
  }

  authenticate(): Actor | Promise<Actor> {
    return this.#identify(this);
  }
}

function headersOf(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !name.startsWith(':')) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return headers;
}

function abortOnDisconnect({ raw }: FastifyReply): AbortController {
  const controller = new AbortController();
  const closed = () => {
    if (!raw.writableFinished) controller.abort();
  };
  // The client may disconnect during authentication.
  if (raw.closed) closed();
  else raw.once('close', closed);
  return controller;
}
