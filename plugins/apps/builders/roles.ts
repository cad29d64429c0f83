import { type Actor, Forbidden, NotFound } from '@sayso/core';
import type { App, BuilderRole } from '../ref.ts';

/** What roles depend on. */
export type Administered = Pick<App, 'id' | 'ownerId' | 'builders'>;

export const BUILDER_ROLES = ['view', 'edit', 'own'] as const satisfies BuilderRole[];

/**
 * What the actor may do with the app; null for people who do not build it. Admins of the installation own every app. The claims of an app
 * token are as old as the token: what the app says of its account goes first, so that a removal takes effect at once.
 */
export function roleOf(actor: Actor, app: Administered): BuilderRole | null {
  if (actor.kind === 'anonymous') return null;
  const isOwner = actor.id === app.ownerId;
  const entry = isOwner ? undefined : app.builders.find(({ accountId }) => accountId === actor.id);
  const role = entry === undefined || entry.role === 'none' ? null : entry.role;
  if (actor.kind === 'account') return actor.admin || isOwner ? 'own' : role;
  if (actor.appId !== app.id) return null;
  return entry === undefined ? (actor.admin ? 'own' : null) : roleOfToken(actor, role);
}

/** In the published app, people who only view it are users like others. */
function roleOfToken({ admin, preview }: Extract<Actor, { kind: 'app' }>, role: BuilderRole | null): BuilderRole | null {
  if (role === null) return null;
  if (admin && role !== 'view') return role;
  return preview === true ? 'view' : null;
}

/** Whether the actor administers the app: its tables, its rows and its settings. */
export function isAdminOf(actor: Actor, app: Administered): boolean {
  const role = roleOf(actor, app);
  return role === 'edit' || role === 'own';
}

/** Whether the actor sees everything of the app and changes nothing. */
export function isViewerOf(actor: Actor, app: Administered): boolean {
  const role = roleOf(actor, app);
  return role === 'view' || (role !== null && isReading(actor));
}

/** Whether a token was issued to the preview of an older version, whose code reads with the rights of its builder. */
export function isReading(actor: Actor): boolean {
  return actor.kind === 'app' && actor.readsOnly === true;
}

/** Whether the first role permits less than the second. */
export function isLower(role: BuilderRole | 'none' | null, than: BuilderRole | 'none' | null): boolean {
  return rank(role) < rank(than);
}

const rank = (role: BuilderRole | 'none' | null): number => (role === null || role === 'none' ? -1 : BUILDER_ROLES.indexOf(role));

/** Throws `NotFound` for people who do not build the app, and `Forbidden` for those whose role permits less. */
export function checkRole(actor: Actor, app: Administered & Pick<App, 'name'>, needed: BuilderRole): void {
  const role = roleOf(actor, app);
  if (role === null) throw new NotFound('The app');
  if (!isLower(role, needed)) return;
  throw new Forbidden(
    role === 'view' ? `You may view ${app.name}, but not change it. Ask one of its owners.` : `Only owners of ${app.name} may do this.`,
  );
}
