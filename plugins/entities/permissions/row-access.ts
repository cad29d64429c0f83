import type { AppsApi } from '@sayso/apps/ref';
import { type Actor, NotFound, type Query } from '@sayso/core';
import { refusal } from '../errors.ts';
import type { Visible } from '../realtime/feed.ts';
import type { TableAddress } from '../ref.ts';
import { hiddenFields } from './field-access.ts';
import { changeable, creatable, effectsOf, permissionsOf, readable, removable } from './permissions.ts';
import type { Reach } from './reach.ts';
import type { Scope } from './scope.ts';
import type { AppTables } from './tables.ts';

/** Opens tables for callers. Every call of an app, a route or a job comes through here. */
export class RowAccess {
  readonly #tables: AppTables;
  readonly #apps: AppsApi;

  constructor(tables: AppTables, apps: AppsApi) {
    this.#tables = tables;
    this.#apps = apps;
  }

  open(actor: Actor, table: TableAddress): Scope | Promise<Scope> {
    return this.#tables.open(actor, table);
  }

  /** Null for a table that the caller cannot see. */
  async openIfVisible(actor: Actor, table: TableAddress): Promise<Scope | null> {
    try {
      return await this.open(actor, table);
    } catch (error) {
      if (error instanceof NotFound) return null;
      throw error;
    }
  }

  async openForCreate(actor: Actor, table: TableAddress): Promise<Scope> {
    const scope = await this.open(actor, table);
    allowed(scope, creatable(scope.permissions, scope.caller), 'write');
    return scope;
  }

  async openForChange(actor: Actor, table: TableAddress): Promise<Scope> {
    const scope = await this.open(actor, table);
    if (!changesAll(scope)) throw refusal(true, table.entity, 'write');
    return scope;
  }

  /** The tables of the app whose rows its admins do not see. Throws for callers whose role in the app permits less than `role`. */
  async hidden(actor: Actor, appId: string, role: 'view' | 'edit'): Promise<string[]> {
    const apps = this.#apps;
    const { currentVersionId } = await apps.get(actor, appId, role);
    const schemas = Object.entries(await apps.schemas(appId, currentVersionId ?? undefined));
    return schemas.filter(([, schema]) => effectsOf(permissionsOf(schema)).admin.see === 'none').map(([name]) => name);
  }

  /** Null for a table whose rows the caller may not all change. */
  async openForCopy(actor: Actor, table: TableAddress): Promise<Scope | null> {
    const scope = await this.open(actor, table);
    return changesAll(scope) ? scope : null;
  }

  /** The rows that a list contains; throws as the list does. */
  async listed(actor: Actor, table: TableAddress): Promise<Visible> {
    const scope = await this.open(actor, table);
    const { permissions, caller, set } = scope;
    const reach = readable(permissions, caller);
    if (reach === null) throw refusal(caller.kind !== 'visitor', table.entity, 'read');
    const hidden = hiddenFields(scope);
    return hidden.length === 0 ? { set, reach } : { set, reach, hidden };
  }
}

/** Whether the caller adds, changes and removes any row of the table. */
export function changesAll({ permissions, caller }: Scope): boolean {
  const all = [creatable, changeable, removable].map((reachOf) => reachOf(permissions, caller));
  return all.every((reach) => reach !== null && Object.keys(reach).length === 0);
}

/** The rows of the table within reach. */
export function rowsWithin({ appId, schema }: Scope, reach: Query): Query {
  return { appId, entity: schema.name, ...reach };
}

/** The rows of the table that the caller may read or write; throws the refusal when there are none. */
export function allowed(scope: Scope, reach: Reach, act: 'read' | 'write'): Query {
  if (reach === null) throw refusal(scope.caller.kind !== 'visitor', scope.schema.name, act);
  return rowsWithin(scope, reach);
}
