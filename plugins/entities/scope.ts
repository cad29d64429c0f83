import type { App, AppsApi, EntitySchema } from '@sayso/apps/ref';
import { type Actor, NotFound } from '@sayso/core';
import { type Caller, permissionsOf, type TablePermissions } from './permissions.ts';
import { compileValidator, type RowValidator } from './validate.ts';

/** One table as one caller meets it. */
export interface Scope {
  readonly appId: string;
  readonly schema: EntitySchema;
  readonly permissions: TablePermissions;
  readonly caller: Caller;
  readonly validator: RowValidator;
}

/** Schemas are kept by version, so that each is compiled once and goes with it. */
const validators = new WeakMap<EntitySchema, RowValidator>();

/**
 * Finds a table for a caller; an app or a table that they may not know of is `NotFound`. Whoever administers the app meets its current
 * version, which the preview shows; everybody else the published one, so that nothing changes for people before it is published.
 */
export async function openScope(apps: AppsApi, actor: Actor, appId: string, entity: string): Promise<Scope> {
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

/** Only a token of the app makes a user of it. To apps that they do not administer, people on the builder host are visitors. */
function callerOf(apps: AppsApi, actor: Actor, app: App): Caller {
  if (apps.isAppAdmin(actor, app)) return { kind: 'admin', id: actor.kind === 'anonymous' ? null : actor.id };
  return actor.kind === 'app' && actor.id !== null ? { kind: 'user', id: actor.id } : { kind: 'visitor' };
}

/** The account that a new row belongs to. */
export function creatorOf(caller: Caller): string | null {
  return caller.kind === 'visitor' ? null : caller.id;
}
