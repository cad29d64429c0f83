import type { ServiceRef } from './refs.ts';

/**
 * Who is asking. An `account` actor is a person on the builder host, `builder` when they may build apps (admins always may); an `app` actor holds a token of exactly one published or
 * previewed app, `id` is their account's id (null: an anonymous visitor) and `admin` says that they administer that app.
 */
export type Actor =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'account'; readonly id: string; readonly admin: boolean; readonly builder?: boolean }
  | { readonly kind: 'app'; readonly id: string | null; readonly appId: string; readonly admin: boolean };

/**
 * Who may call a route, a field or a subscription. Stated on every one; a missing statement fails the boot.
 * `public`: anybody. `account`: a signed-in person on the builder host. `builder`: one who may
 * build apps, which users of published apps may not. `admin`: an admin of this installation.
 * `app`: a caller of one app (its token, its builder, or a visitor: the service decides by the app's permissions. An account that does
 * not administer the app is a visitor of it);
 * an app token on a route with another `:appId` answers 404. `signature`: the handler verifies a signature itself.
 */
export type Access = 'public' | 'account' | 'builder' | 'admin' | 'app' | 'signature';

/** Whether the actor may build apps here. */
export function mayBuild(actor: Actor): boolean {
  return actor.kind === 'account' && (actor.admin || actor.builder === true);
}

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
