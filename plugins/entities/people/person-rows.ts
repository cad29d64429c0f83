import type { AppMember } from '@sayso/apps/ref';
import { type Actor, Conflict, NotFound, type PartitionedCollection } from '@sayso/core';
import type { RowDocument } from '../collections.ts';
import type { EntitiesContext } from '../config.ts';
import { readable } from '../permissions/permissions.ts';
import { changesAll, type RowAccess, rowsWithin } from '../permissions/row-access.ts';
import type { Scope } from '../permissions/scope.ts';
import type { RowRemover } from '../rows/remove-rows.ts';
import { toRow } from '../rows/row.ts';

/** What becomes of the rows of a person who leaves: they stay theirs, become no one's, or move to the trash. */
export const FATES = ['keep', 'anonymise', 'delete'] as const;
export type Fate = (typeof FATES)[number];

export interface TableRows {
  readonly table: string;
  readonly rows: number;
}

export interface PersonRowsParts {
  readonly context: EntitiesContext;
  readonly access: RowAccess;
  readonly remover: RowRemover;
  readonly rowsOf: (scope: Scope) => PartitionedCollection<RowDocument>;
  /** Emits that rows of the table changed. */
  readonly changed: (scope: Scope) => Promise<void>;
}

const PORTION = 500;

/** The live rows that a person of an app made, for those who may edit the app. Tables whose rows no one sees are left out. */
export class PersonRows {
  readonly #parts: PersonRowsParts;

  constructor(parts: PersonRowsParts) {
    this.#parts = parts;
  }

  /** The tables in which they made rows. */
  async tables(actor: Actor, appId: string, id: string): Promise<TableRows[]> {
    await this.#person(actor, appId, id);
    const counted: TableRows[] = [];
    for await (const scope of this.#scopes(actor, appId)) {
      const rows = await this.#parts.rowsOf(scope).count(of(scope, id));
      if (rows > 0) counted.push({ table: scope.schema.name, rows });
    }
    return counted;
  }

  /** What the app keeps about the person and all rows that they made, as JSON. */
  async export(actor: Actor, appId: string, id: string): Promise<AsyncIterable<string>> {
    const { user } = await this.#person(actor, appId, id);
    return this.#written(actor, appId, user);
  }

  /** Ends the membership of the person. Interrupted, it can be repeated. The number of rows that became no one's or moved to the trash. */
  async remove(actor: Actor, appId: string, { id, rows }: { readonly id: string; readonly rows: Fate }): Promise<number> {
    const { access } = this.#parts.context.needs.apps;
    const { user, isBuilder } = await this.#person(actor, appId, id);
    if (isBuilder) throw new Conflict(`${user.name} builds this app. Remove them from the people who build it first.`);
    await access.logOutPerson(actor, appId, id);
    const settled = await this.#settle(actor, appId, { id, rows });
    await access.removePerson(actor, appId, id);
    // Rows that they added until then.
    return settled + (await this.#settle(actor, appId, { id, rows }));
  }

  async *#written(actor: Actor, appId: string, person: AppMember['user']): AsyncGenerator<string> {
    yield `{"person":${JSON.stringify(person)},"rows":{`;
    let isFirst = true;
    for await (const scope of this.#scopes(actor, appId)) {
      yield `${isFirst ? '' : ','}${JSON.stringify(scope.schema.name)}:[`;
      isFirst = false;
      let separator = '';
      for await (const row of this.#parts.rowsOf(scope).stream(of(scope, person.id), { sort: { _id: 1 } })) {
        yield separator + JSON.stringify(toRow(row));
        separator = ',';
      }
      yield ']';
    }
    yield '}}';
  }

  async #settle(actor: Actor, appId: string, { id, rows }: { readonly id: string; readonly rows: Fate }): Promise<number> {
    if (rows === 'keep') return 0;
    let settled = 0;
    for await (const scope of this.#scopes(actor, appId)) {
      // A table that no one may change stays as it is.
      if (!changesAll(scope)) continue;
      const done = rows === 'delete' ? await this.#delete(scope, id) : await this.#anonymise(scope, id);
      settled += done;
    }
    if (rows === 'anonymise') {
      const { trash } = this.#parts.context.collections;
      await trash.updateMany({ appId, rows: 'live', creatorId: id }, { $set: { creatorId: null } });
      await trash.updateMany({ appId, rows: 'live', deletedBy: id }, { $set: { deletedBy: null } });
    }
    return settled;
  }

  async #delete(scope: Scope, id: string): Promise<number> {
    const found = await this.#parts.rowsOf(scope).find(of(scope, id), { projection: { _id: 1 } });
    const ids = found.map(({ _id }) => _id);
    return this.#parts.remover.removeAll(scope, of(scope, id), ids);
  }

  async #anonymise(scope: Scope, id: string): Promise<number> {
    const rows = this.#parts.rowsOf(scope);
    let done = 0;
    for (;;) {
      const portion = await rows.find(of(scope, id), { limit: PORTION, projection: { _id: 1 } });
      if (portion.length === 0) break;
      const ids = portion.map(({ _id }) => _id);
      done += await rows.updateMany({ ...of(scope, id), _id: { $in: ids } }, { $set: { creatorId: null } });
    }
    if (done > 0) await this.#parts.changed(scope);
    return done;
  }

  /** The tables of the current and of the published version whose rows the caller sees, by name. */
  async *#scopes(actor: Actor, appId: string): AsyncGenerator<Scope> {
    const { apps } = this.#parts.context.needs;
    const { currentVersionId, published } = await apps.get(actor, appId, 'edit');
    const versions = [...new Set([currentVersionId, published?.versionId])].filter((id) => typeof id === 'string');
    const schemas = await Promise.all(versions.map((id) => apps.schemas(appId, id)));
    for (const entity of [...new Set(schemas.flatMap((tables) => Object.keys(tables)))].sort()) {
      if (entity === 'User') continue;
      const scope = await this.#parts.access.open(actor, { appId, entity, rows: 'live' });
      if (readable(scope.permissions, scope.caller) !== null) yield scope;
    }
  }

  async #person(actor: Actor, appId: string, id: string): Promise<AppMember> {
    const { apps } = this.#parts.context.needs;
    await apps.get(actor, appId, 'edit');
    const [person] = await apps.access.people(actor, appId, [id]);
    if (person === undefined) throw new NotFound('The person');
    return person;
  }
}

const of = (scope: Scope, creatorId: string) => rowsWithin(scope, { creatorId });
