import type { createTrashApi } from '../trash/trash-api.ts';
import type { Fields, Row, TableApi } from './api.ts';
import type { RowPages } from './pages.ts';

export interface Change {
  readonly id: string;
  readonly fields: Fields;
}

export interface Progress {
  readonly done: number;
  readonly total: number;
}

export type Failure = 'create' | 'update' | 'delete' | 'empty';

interface Options {
  readonly api: TableApi;
  readonly trash: Pick<ReturnType<typeof createTrashApi>, 'restore'>;
  readonly pages: RowPages;
}

type FailureListener = (failure: Failure, error: unknown) => void;

/** A step of the undo history. */
interface Step {
  undo(): Promise<void>;
  redo(): Promise<void>;
}

/** Writes in flight at once. */
const CONCURRENT = 4;
/** Rows of one request. */
const BULK = 500;
const MAX_STEPS = 100;
/** The most rows that `load` reads: fewer than are kept in memory. */
const MAX_LOADED = 2_000;
const PENDING = 'new:';

/** A row that is not saved yet. */
export const isPending = ({ id }: Pick<Row, 'id'>): boolean => id.startsWith(PENDING);

export const isEmptyRow = ({ id: _id, ...fields }: Fields): boolean =>
  Object.values(fields).every(
    (value) => value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0),
  );

/** The rows as the grid shows them: pending ones above the saved ones, with optimistic changes and their undo history. */
export class TableRows {
  readonly #api: TableApi;
  readonly #trash: Options['trash'];
  readonly #listeners = new Set<() => void>();
  readonly #undo: Step[] = [];
  readonly #redo: Step[] = [];
  #pages: RowPages;
  #pending: readonly Row[] = [];
  /** Ids of the pending rows whose creation is in flight. */
  readonly #saving = new Set<string>();
  /** Ids that pending rows have been saved with: an edit may still name the first one. */
  readonly #savedIds = new Map<string, string>();
  #version = 0;
  #window = { start: 0, end: 0 };
  #nextKey = 1;
  #restoring: Progress | null = null;
  #leave: () => void;
  #onFailure: FailureListener = () => undefined;
  /** Ends when the calls so far have ended. */
  #calls: Promise<unknown> = Promise.resolve();

  constructor({ api, trash, pages }: Options) {
    this.#api = api;
    this.#trash = trash;
    this.#pages = pages;
    this.#leave = pages.subscribe(this.#changed);
  }

  /** Continues with another filter or sort; pending rows and the history stay. */
  setPages(pages: RowPages): void {
    if (pages === this.#pages) return;
    this.#leave();
    this.#pages = pages;
    this.#leave = pages.subscribe(this.#changed);
    this.show(this.#window.start, this.#window.end);
    this.#changed();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  readonly version = (): number => this.#version;

  /** Reports refused writes; returns the function that ends it. */
  onFailure(listener: FailureListener): () => void {
    this.#onFailure = listener;
    return () => {
      this.#onFailure = () => undefined;
    };
  }

  get pending(): readonly Row[] {
    return this.#pending;
  }
  get count(): number {
    return this.#pending.length + (this.#pages.count ?? 0);
  }
  /** Rows put back so far when the deletion of many is undone; null otherwise. */
  get restoring(): Progress | null {
    return this.#restoring;
  }
  get canUndo(): boolean {
    return this.#undo.length > 0;
  }
  get canRedo(): boolean {
    return this.#redo.length > 0;
  }

  at(index: number): Row | undefined {
    return this.#pending[index] ?? this.#pages.row(index - this.#pending.length);
  }

  /** Position of a row in memory, also by the id that it had while it was pending; -1 for any other. */
  indexOf(id: string): number {
    const pending = this.#pending.findIndex((row) => row.id === id);
    if (pending >= 0) return pending;
    const index = this.#pages.indexOf(this.#savedIds.get(id) ?? id);
    return index < 0 ? -1 : index + this.#pending.length;
  }

  show(start: number, end: number): void {
    this.#window = { start, end };
    this.#pages.show(start - this.#pending.length, end - this.#pending.length);
  }

  /**
   * Reads the rows between two positions that are not in memory. False: they are too many, they cannot be read, or other rows were shown
   * meanwhile.
   */
  async load(start: number, end: number): Promise<boolean> {
    if (this.#has(start, end)) return true;
    if (end - start >= MAX_LOADED) return false;
    const shown = this.#window;
    this.show(start, end);
    const requested = this.#window;
    const isRead = await new Promise<boolean>((resolve) => {
      const leave = this.subscribe(() => {
        const hasAll = this.#has(start, end);
        if (!hasAll && this.#window === requested && this.#pages.error === null) return;
        leave();
        resolve(hasAll);
      });
    });
    if (this.#window === requested) this.show(shown.start, shown.end);
    return isRead;
  }

  #has(start: number, end: number): boolean {
    for (let index = start; index <= end; index += 1) if (this.at(index) === undefined) return false;
    return true;
  }

  addPending(fields: Fields = {}): Row {
    const row = { ...fields, id: `${PENDING}${this.#nextKey}` };
    this.#nextKey += 1;
    this.#pending = [row, ...this.#pending];
    this.#changed();
    return row;
  }

  discard(id: string): void {
    this.#pending = this.#pending.filter((row) => row.id !== id);
    this.#changed();
  }

  /** Saves a pending row once; it stays when the server refuses it. Cells that change during the call are saved after it. */
  async confirm(id: string): Promise<boolean> {
    const row = this.#pending.find((each) => each.id === id);
    if (row === undefined || this.#saving.has(id)) return false;
    const { id: _id, ...fields } = row;
    if (isEmptyRow(row)) {
      this.#onFailure('empty', null);
      return false;
    }
    this.#saving.add(id);
    const [created] = await this.#create([fields]);
    this.#saving.delete(id);
    if (created === undefined) return false;
    this.#savedIds.set(id, created.id);
    const latest = this.#pending.find((each) => each.id === id) ?? row;
    this.discard(id);
    await this.#saveLater(row, latest, created);
    return true;
  }

  /** Saves what has changed between two states of a pending row in the row that was created from the first. */
  async #saveLater(sent: Row, latest: Row, created: Row): Promise<void> {
    const names = Object.keys(latest).filter((name) => latest[name] !== sent[name]);
    if (names.length === 0) return;
    const before = [{ id: created.id, fields: pick(created, names) }];
    const after = [{ id: created.id, fields: pick(latest, names) }];
    this.#push({ undo: () => this.#write(before), redo: () => this.#write(after) });
    await this.#write(after);
  }

  /** Changes cells of several rows: one step of the history. */
  async change(requested: readonly Change[]): Promise<void> {
    const changes = requested.map(({ id, fields }) => ({ id: this.#savedIds.get(id) ?? id, fields }));
    const before = changes.flatMap(({ id, fields }): Change[] => {
      const row = this.#find(id);
      return row === undefined || isPending(row) ? [] : [{ id, fields: pick(row, Object.keys(fields)) }];
    });
    const local = new Map(changes.map((change) => [change.id, change.fields]));
    this.#pending = this.#pending.map((row) => ({ ...row, ...local.get(row.id), id: row.id }));
    const known = new Set(before.map(({ id }) => id));
    const saved = changes.filter(({ id }) => known.has(id));
    if (saved.length > 0) this.#push({ undo: () => this.#write(before), redo: () => this.#write(saved) });
    this.#changed();
    await this.#write(saved);
  }

  /** Adds saved rows; returns what the server stored. */
  async add(rows: readonly Fields[]): Promise<readonly Row[]> {
    return this.#create(rows);
  }

  /** Removes one row or some, undoable: undoing restores them from the trash. */
  async remove(rows: readonly Row[]): Promise<void> {
    const failed = await this.#remove(rows.map(({ id }) => id));
    const gone = rows.filter(({ id }) => !failed.has(id));
    if (gone.length > 0) this.noteRemoved(gone.map(({ id }) => id));
  }

  /** Adds a deletion made elsewhere to the history. */
  noteRemoved(ids: readonly string[]): void {
    this.#push({ undo: () => this.#restore(ids), redo: async () => void (await this.#remove(ids)) });
    this.#changed();
  }

  async undo(): Promise<void> {
    const step = this.#undo.pop();
    if (step === undefined) return;
    this.#redo.push(step);
    this.#changed();
    await step.undo();
  }

  async redo(): Promise<void> {
    const step = this.#redo.pop();
    if (step === undefined) return;
    this.#undo.push(step);
    this.#changed();
    await step.redo();
  }

  #push(step: Step): void {
    this.#undo.push(step);
    if (this.#undo.length > MAX_STEPS) this.#undo.shift();
    this.#redo.length = 0;
  }

  async #create(rows: readonly Fields[]): Promise<readonly Row[]> {
    const created = await this.#post(rows);
    if (created.length === 0) return created;
    this.#push({
      undo: async () => void (await this.#remove(created.map(({ id }) => id))),
      redo: () => this.#restore(created.map(({ id }) => id)),
    });
    this.#changed();
    return created;
  }

  #showRestored(done: number, total: number): void {
    this.#restoring = total > BULK ? { done, total } : null;
    this.#changed();
  }

  /** Calls of the server one after another: a change that is undone at once must not arrive after its undoing. */
  #inOrder<T>(call: () => Promise<T>): Promise<T> {
    const ended = this.#calls.then(call);
    this.#calls = ended.catch(() => undefined);
    return ended;
  }

  #post(rows: readonly Fields[]): Promise<readonly Row[]> {
    return this.#inOrder(() => this.#pages.keepArrivals(() => this.#postNow(rows)));
  }

  async #restore(ids: readonly string[]): Promise<void> {
    try {
      const { problems } = await this.#inOrder(() => this.#trash.restore(ids, (done) => this.#showRestored(done, ids.length)));
      const [first] = problems;
      if (first !== undefined) throw new Error(first.message);
    } catch (error) {
      this.#onFailure('create', error);
    }
    this.#showRestored(0, 0);
    await this.#pages.reload();
  }

  async #postNow(rows: readonly Fields[]): Promise<readonly Row[]> {
    const created: Row[] = [];
    try {
      for (let start = 0; start < rows.length; start += BULK) {
        const part = rows.slice(start, start + BULK);
        const stored = part.length === 1 ? [await this.#api.create(part[0] ?? {})] : await this.#api.createMany(part);
        created.push(...stored);
      }
    } catch (error) {
      this.#onFailure('create', error);
    }
    const { filter, sort } = this.#pages.query;
    if (filter === null && sort === '-createdAt' && created.length <= 50) for (const row of created) this.#pages.prepend(row);
    else if (created.length > 0) await this.#pages.reload();
    return created;
  }

  /** Ids of the rows that could not be removed. */
  async #remove(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const failed = new Set<string>();
    const remove = async (id: string) => {
      try {
        await this.#api.remove(id);
      } catch (error) {
        failed.add(id);
        if (failed.size === 1) this.#onFailure('delete', error);
      }
    };
    await this.#inOrder(() => (ids.length > BULK ? this.#removeMany(ids, failed) : inParallel(ids, remove)));
    if (!this.#pages.remove(new Set(ids.filter((id) => !failed.has(id))))) await this.#pages.reload();
    return failed;
  }

  /** A bulk that the server refuses ends the removal; the ids from it on are added to `failed`. */
  async #removeMany(ids: readonly string[], failed: Set<string>): Promise<void> {
    for (let start = 0; start < ids.length; start += BULK) {
      try {
        await this.#api.removeMany(ids.slice(start, start + BULK));
      } catch (error) {
        for (const id of ids.slice(start)) failed.add(id);
        return this.#onFailure('delete', error);
      }
    }
  }

  async #write(changes: readonly Change[]): Promise<void> {
    const before = new Map(changes.map(({ id }) => [id, this.#find(id)]));
    for (const { id, fields } of changes) this.#show(id, fields);
    let isReported = false;
    const update = async ({ id, fields }: Change) => {
      try {
        this.#pages.replace(await this.#api.update(id, fields));
      } catch (error) {
        const row = before.get(id);
        if (row !== undefined) this.#show(id, pick(row, Object.keys(fields)));
        if (!isReported) this.#onFailure('update', error);
        isReported = true;
      }
    };
    await this.#inOrder(() => inParallel(changes, update));
  }

  #show(id: string, fields: Fields): void {
    const row = this.#find(id);
    if (row !== undefined) this.#pages.replace({ ...row, ...fields, id });
  }

  #find(id: string): Row | undefined {
    return this.#pending.find((row) => row.id === id) ?? this.#pages.row(this.#pages.indexOf(id));
  }

  readonly #changed = (): void => {
    this.#version += 1;
    for (const listener of [...this.#listeners]) listener();
  };
}

/** Missing fields as null, so that a change of them can be undone. */
const pick = (row: Row, names: readonly string[]): Fields => Object.fromEntries(names.map((name) => [name, row[name] ?? null]));

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const lane = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENT, queue.length) }, lane));
}
