import type { ServiceRef } from './plugin.ts';

/**
 * Who is asking. An `account` actor is a person on the builder host; an `app` actor holds a token of exactly one published or
 * previewed app, `id` is their account's id (null: an anonymous visitor) and `admin` says that they administer that app.
 */
export type Actor =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'account'; readonly id: string; readonly admin: boolean }
  | { readonly kind: 'app'; readonly id: string | null; readonly appId: string; readonly admin: boolean };

/**
 * Who may call a route, a field or a subscription. Stated on every one; a missing statement fails the boot.
 * `public`: anybody. `account`: a signed-in person on the builder host. `admin`: an admin of this installation.
 * `app`: a caller of one app (its token, its builder, or a visitor: the service decides by the app's permissions. An account that does
 * not administer the app is a visitor of it);
 * an app token on a route with another `:appId` answers 404. `signature`: the handler verifies a signature itself.
 */
export type Access = 'public' | 'account' | 'admin' | 'app' | 'signature';

/** The two origins: the builder's own, and the one on which generated code runs. */
export type HostName = 'builder' | 'runtime';

/** One request, GraphQL operation or subscription. Fastify handlers find it as `request.sayso`. */
export interface RequestContext {
  readonly actor: Actor;
  readonly requestId: string;
  /** Aborts when the caller goes away or the time is up. */
  readonly signal: AbortSignal;
  /** The request's own headers, for the few services that need them (cookies, user agent). */
  readonly headers: Headers;
  /** The running service behind a ref. */
  get<T>(ref: ServiceRef<T>): T;
}
