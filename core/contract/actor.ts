import type { ServiceRef } from './refs.ts';

/**
 * The authenticated caller. An `account` actor is signed in on the builder host; `builder` means that the account may build apps (admins
 * always may). An `app` actor holds a token of one published or previewed app; `id` is the id of its account (null: an anonymous visitor)
 * and `admin` means that it administers the app. `preview`: the token was issued to the code of a preview, never to a published app;
 * `readsOnly`: to that of an older version, which changes, sends and runs nothing.
 */
export type Actor =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'account'; readonly id: string; readonly admin: boolean; readonly builder?: boolean }
  | {
      readonly kind: 'app';
      readonly id: string | null;
      readonly appId: string;
      readonly admin: boolean;
      readonly preview?: true;
      readonly readsOnly?: true;
    };

/**
 * The callers of a route, field or subscription. Each one must declare it; a missing declaration fails the boot.
 * `public`: everyone. `account`: an account that is signed in on the builder host. `builder`: an account that may build apps, unlike
 * accounts from the sign-up of a published app. `admin`: an admin of the installation. `app`: a caller of one app, by its token or the
 * builder's session, or a visitor; the service checks the app's permissions, and an account that does not administer the app is a visitor;
 * an app token on a route with another `:appId` gets 404. `signature`: the handler verifies a signature itself.
 */
export type Access = 'public' | 'account' | 'builder' | 'admin' | 'app' | 'signature';

/** Whether the actor may build apps here. */
export function mayBuild(actor: Actor): boolean {
  return actor.kind === 'account' && (actor.admin || actor.builder === true);
}

/** The two hosts: `builder` for the builder, `runtime` for generated code. They have different origins. */
export type HostName = 'builder' | 'runtime';

/** What a request tells about its caller. */
export interface Credentials {
  /** The `authorization` header; null without one. Enough for most callers, and cheaper than `headers`. */
  readonly authorization: string | null;
  /** All headers, built on first use. */
  readonly headers: Headers;
  readonly host: HostName;
}

/** How a request addresses an app: by its id, or by a host name. */
export interface AppAddress {
  readonly appId: string | null;
  /** The `Host` header, on the runtime host only. */
  readonly host: string | null;
}

/** One request, GraphQL operation or subscription. Fastify handlers find it as `request.sayso`. */
export interface RequestContext {
  readonly actor: Actor;
  readonly requestId: string;
  /** Aborts when the client disconnects or the request times out. */
  readonly signal: AbortSignal;
  /** The request's own headers, for the few services that need them (cookies, user agent). */
  readonly headers: Headers;
  /** Authenticates the caller again: a stream may outlive the caller's session. */
  authenticate(): Actor | Promise<Actor>;
  /** The running service behind a ref. */
  get<T>(ref: ServiceRef<T>): T;
}
