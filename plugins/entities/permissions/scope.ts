import type { App, AppsApi, EntitySchema } from '@sayso/apps/ref';
import { type Actor, NotFound } from '@sayso/core';
import type { TableAddress } from '../ref.ts';
import { compileValidator, type RowValidator } from '../rows/validate.ts';
import { type Caller, permissionsOf, type TablePermissions } from './permissions.ts';

/** One table as one caller sees it. */
export interface Scope {
  readonly appId: string;
  readonly schema: EntitySchema;
  readonly permissions: TablePermissions;
  readonly caller: Caller;
  readonly validator: RowValidator;
}

/** By schema, which is cached per version: each is compiled once, and collected with its schema. */
const validators = new WeakMap<EntitySchema, RowValidator>();

/**
 * Opens a table for a caller; hidden apps and tables are `NotFound`. Admins of the app get the current version, which the preview shows;
 * all others the published one, so that unpublished changes affect no one.
 */
export async function openScope(apps: AppsApi, actor: Actor, { appId, entity }: TableAddress): Promise<Scope> {
  const app = actor.kind === 'app' && actor.appId !== appId ? null : await apps.find(appId);
  if (!app) throw new NotFound('The app');
  const caller = callerOf(apps, actor, app);
  const versionId = caller.kind === 'admin' ? app.currentVersionId : (app.published?.versionId ?? null);
  if (caller.kind !== 'admin' && versionId === null) throw new NotFound('The app');
  const schemas = versionId === null ? {} : await apps.schemas(appId, versionId);
  const schema = Object.hasOwn(schemas, entity) && entity !== 'User' ? schemas[entity] : undefined;
  if (!schema) throw new NotFound(`The table "${entity.slice(0, 80)}"`);
  let validator = validators.get(schema);
  if (!validator) {
    validator = compileValidator(schema);
    validators.set(schema, validator);
  }
  return { appId, schema, permissions: permissionsOf(schema), caller, validator };
}

/** Only an app token makes a user of the app. On the builder host, people are visitors of apps that they do not administer. */
function callerOf(apps: AppsApi, actor: Actor, app: App): Caller {
  if (apps.isAppAdmin(actor, app)) return { kind: 'admin', id: actor.kind === 'anonymous' ? null : actor.id };
  return actor.kind === 'app' && actor.id !== null ? { kind: 'user', id: actor.id } : { kind: 'visitor' };
}

/** The account that a new row belongs to. */
export function creatorOf(caller: Caller): string | null {
  return caller.kind === 'visitor' ? null : caller.id;
}
