import type { Entity, Row, RowFields } from '../../sdk/entity.ts';
import { rowTitle } from './format.ts';
import { failureText, notify, UNDO_MS } from './notices.ts';
import { capitalize, nounsOf } from './schema.ts';
import { storeOf, withFields } from './store.ts';

/** Optimistic changes of a table, rolled back when the server refuses them. */
export interface RowChanges<R> {
  create(fields: RowFields): Promise<R>;
  update(row: R, fields: RowFields): Promise<R>;
  /** Hides the row at once and deletes it after a few seconds, until when it can be undone. */
  remove(row: R): void;
}

let made = 0;
/** Rows that this page adds or has added, by the ids under which they were shown before the server gave them one. */
const additions = new Map<string, Promise<Row>>();

export function changesOf(entity: Entity, userId: string | null): RowChanges<Row> {
  const store = storeOf(entity);
  const attempt = async (end: (made?: Row) => void, call: () => Promise<Row>): Promise<Row> => {
    try {
      const row = await call();
      end(row);
      return row;
    } catch (error) {
      end();
      void notify({ text: failureText(error), tone: 'error' });
      throw error;
    }
  };
  const update = (row: Row, fields: RowFields): Promise<Row> =>
    attempt(store.show(row.id, withFields(row, fields)), () => entity.update(row.id, fields));
  return {
    create(fields) {
      const now = new Date().toISOString();
      const id = `new-${++made}`;
      const row = { ...fields, id, createdAt: now, updatedAt: now, creatorId: userId };
      const addition = attempt(store.showNew(row), () => entity.create(fields));
      additions.set(id, addition);
      return addition;
    },
    update(row, fields) {
      const addition = additions.get(row.id);
      if (addition === undefined) return update(row, fields);
      return addition.finally(store.show(row.id, withFields(row, fields))).then((added) => update(added, fields));
    },
    remove(row) {
      const addition = additions.get(row.id);
      if (addition === undefined) return removeLater(entity, row);
      // A refused addition has said so.
      addition.finally(store.show(row.id, null)).then(
        (added) => removeLater(entity, added),
        () => undefined,
      );
    },
  };
}

/** Pending deletions that can be undone; each function deletes its row now. */
const leaving = new Set<() => void>();

function removeLater(entity: Entity, row: Row): void {
  const bringBack = storeOf(entity).show(row.id, null);
  const removeNow = () => {
    clearTimeout(timer);
    leaving.delete(removeNow);
    entity.delete(row.id).then(bringBack, (error: unknown) => {
      bringBack();
      void notify({ text: failureText(error), tone: 'error' });
    });
  };
  const timer = setTimeout(removeNow, UNDO_MS);
  leaving.add(removeNow);
  window.addEventListener('pagehide', removeAll);
  const undo = () => {
    if (!leaving.delete(removeNow)) return;
    clearTimeout(timer);
    bringBack();
  };
  void notify({ text: `${capitalize(nounsOf(entity).one)} “${rowTitle(entity, row)}” deleted`, undo });
}

/** Completes pending deletions when the page is left. */
function removeAll(): void {
  for (const removeNow of leaving) removeNow();
}
