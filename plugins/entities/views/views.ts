import { type Actor, Conflict, DuplicateKey, Forbidden, NotFound, newId } from '@sayso/core';
import type { EntitiesContext } from '../config.ts';
import type { TableAddress } from '../ref.ts';
import type { NewView, TableViewAnswer, ViewChanges, ViewDocument } from './state.ts';

type Place = Pick<TableAddress, 'appId' | 'entity'>;

/** Named views of tables, for admins of the app; each account has its own. */
export class Views {
  readonly #context: EntitiesContext;

  constructor(context: EntitiesContext) {
    this.#context = context;
  }

  /** By name. */
  async list(actor: Actor, table: Place): Promise<TableViewAnswer[]> {
    const found = await this.#context.collections.views.find(await this.#own(actor, table), { sort: { nameKey: 1 } });
    return found.map(toAnswer);
  }

  async add(actor: Actor, table: Place, { name, arrangement }: NewView): Promise<TableViewAnswer> {
    const { views } = this.#context.collections;
    const own = await this.#own(actor, table);
    const view: ViewDocument = { _id: newId(), ...own, name, nameKey: nameKey(own, name), arrangement };
    const existing = async () => (await views.find(own, { projection: { _id: 1 } })).map(({ _id }) => _id);
    const taken = await this.#context.limits.take('views', subjectOf(own), 1, { idempotencyKey: view._id, existing });
    try {
      await named(name, () => views.insertOne(view));
    } catch (error) {
      await taken.refund();
      throw error;
    }
    return toAnswer(view);
  }

  async update(actor: Actor, table: Place, id: string, changes: ViewChanges): Promise<TableViewAnswer> {
    const own = await this.#own(actor, table);
    const { name, arrangement } = changes;
    const set = {
      ...(name === undefined ? {} : { name, nameKey: nameKey(own, name) }),
      ...(arrangement === undefined ? {} : { arrangement }),
    };
    const { views } = this.#context.collections;
    const where = { _id: id, ...own };
    const view =
      Object.keys(set).length === 0
        ? await views.findOne(where)
        : await named(name ?? '', () => views.findOneAndUpdate(where, { $set: set }));
    if (view === null) throw new NotFound('The view');
    return toAnswer(view);
  }

  async remove(actor: Actor, table: Place, id: string): Promise<void> {
    const own = await this.#own(actor, table);
    const removed = await this.#context.collections.views.deleteOne({ _id: id, ...own });
    if (removed === 0) throw new NotFound('The view');
    await this.#context.limits.release('views', subjectOf(own), 1, { idempotencyKey: id });
  }

  /** Of a purged app. */
  async removeApp(appId: string): Promise<void> {
    const { views } = this.#context.collections;
    const subjects = new Set<string>();
    for await (const view of views.stream({ appId })) subjects.add(subjectOf(view));
    await views.deleteMany({ appId });
    for (const subject of subjects) await this.#context.limits.forget('views', subject);
  }

  /** The account's views of the table; throws for those who may not administer the app. */
  async #own(actor: Actor, { appId, entity }: Place): Promise<Pick<ViewDocument, 'appId' | 'entity' | 'accountId'>> {
    const { apps } = this.#context.needs;
    const { currentVersionId } = await apps.get(actor, appId, 'view');
    if (actor.kind !== 'account') throw new Forbidden('Views belong to an account.');
    const schemas = await apps.schemas(appId, currentVersionId ?? undefined);
    if (!Object.hasOwn(schemas, entity)) throw new NotFound(`The table "${entity.slice(0, 80)}"`);
    return { appId, entity, accountId: actor.id };
  }
}

const subjectOf = ({ appId, entity, accountId }: Pick<ViewDocument, 'appId' | 'entity' | 'accountId'>): string =>
  JSON.stringify([appId, entity, accountId]);

const nameKey = ({ appId, entity, accountId }: Pick<ViewDocument, 'appId' | 'entity' | 'accountId'>, name: string): string =>
  JSON.stringify([appId, entity, accountId, name.toLowerCase()]);

async function named<T>(name: string, write: () => Promise<T>): Promise<T> {
  return write().catch((error: unknown) => {
    throw error instanceof DuplicateKey ? new Conflict(`There is a view "${name}" already.`) : error;
  });
}

const toAnswer = ({ _id: id, name, arrangement }: ViewDocument): TableViewAnswer => ({ id, name, arrangement });
