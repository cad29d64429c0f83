import type { EntitySchema } from '@sayso/apps/ref';
import type { Actor } from '@sayso/core';
import type { RowSet, ViewedAs } from '../ref.ts';
import type { Reference } from '../rows/reference-fields.ts';
import type { ChangeSource } from '../rows/sources.ts';
import type { RowValidator } from '../rows/validate.ts';
import type { Caller, TablePermissions } from './caller.ts';

/** One table of an app, compiled. */
export interface Table {
  readonly schema: EntitySchema;
  readonly permissions: TablePermissions;
  /** Whether its rules read more of a person than that they are logged in. */
  readonly readsPerson: boolean;
  readonly validator: RowValidator;
  /** The fields of rows that its rule of reading reads: events of changes have their values before. */
  readonly watched: readonly string[];
  readonly references: readonly Reference[];
}

/** One table as one caller sees it. */
export interface Scope extends Table {
  readonly appId: string;
  /** The account that owns the app, whose reads take turns with those of others. */
  readonly ownerId: string;
  readonly set: RowSet;
  readonly caller: Caller;
  /** What makes the changes of this call. */
  readonly source: ChangeSource;
}

/** Only an app token makes a user of the app. On the builder host, people are visitors of apps that they do not administer. */
export function callerOf(actor: Actor, { isAdmin, isViewer }: { readonly isAdmin: boolean; readonly isViewer: boolean }): Caller {
  if (isViewer && actor.kind !== 'anonymous' && actor.id !== null) return { kind: 'viewer', id: actor.id };
  if (isAdmin) return { kind: 'admin', id: actor.kind === 'anonymous' ? null : actor.id };
  return actor.kind === 'app' && actor.id !== null ? { kind: 'user', id: actor.id } : { kind: 'visitor' };
}

/** The caller whom an admin of the app reads as. An account without rows has an id that none has. */
export function viewedCaller(as: ViewedAs): Caller {
  return as === 'visitor' ? { kind: 'visitor' } : { kind: 'user', id: as.slice('user:'.length) };
}

/** Whether the caller sees everything of the app, whether it is published or not. */
export function seesAll({ kind }: Caller): boolean {
  return kind === 'admin' || kind === 'viewer';
}

/** Whether a token was issued to the code of a preview. */
export function isPreviewToken(actor: Actor): boolean {
  return actor.kind === 'app' && actor.preview === true;
}

/** The account that a new row belongs to. */
export function creatorOf(caller: Caller): string | null {
  return caller.kind === 'visitor' ? null : caller.id;
}
