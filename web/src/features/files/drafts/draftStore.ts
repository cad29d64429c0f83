import { createCell } from '../../../lib/workspace/cell.ts';
import type { FileChange } from '../cacheVersion.ts';
import { hashOf, type KeptDraft, type KeptDrafts } from './keptDrafts.ts';

export type SaveStatus = 'idle' | 'saving' | 'saved' | 'error';

/** Unsaved changes of one file. */
export interface Draft {
  readonly text: string;
  /** The saved text that the changes were made on; null: the file is new. */
  readonly base: string | null;
  /** The text that another builder saved since, null for a deleted file; undefined: no conflict. */
  readonly theirs?: string | null;
}

/** A version of the app with the text of each file by path. */
export interface Version {
  readonly id: string;
  readonly files: ReadonlyMap<string, string>;
}

export interface DraftsState {
  /** The newest known version; null before the first. */
  readonly head: Version | null;
  readonly drafts: ReadonlyMap<string, Draft>;
  readonly statuses: ReadonlyMap<string, SaveStatus>;
  /** Changes that a closed or crashed tab left in the browser. */
  readonly kept: readonly KeptDraft[];
}

export interface SaveRequest {
  readonly path: string;
  readonly content: string;
  readonly baseVersionId: string;
  /** Saved while someone types. */
  readonly isAutomatic: boolean;
}

export interface DraftStoreOptions {
  /** Resolves with the id of the new version. */
  readonly save: (request: SaveRequest) => Promise<string>;
  /** Whether a rejected save was based on a version that is no longer the newest. */
  readonly isConflict: (error: unknown) => boolean;
  /** Loads the newest version. */
  readonly loadNewest: () => Promise<Version | null>;
  readonly loadVersion: (id: string) => Promise<Version>;
  readonly onError: (error: unknown) => void;
  readonly kept: KeptDrafts;
  /** Milliseconds after the last change; null: files are saved by hand only. */
  readonly autosaveAfter: () => number | null;
}

/** Milliseconds. */
export const AUTOSAVE_AFTER = 2_000;
const SAVED_FOR = 2_000;
const KEEP_AFTER = 1_000;

/** Unsaved changes of an app's files: saves them one after another, keeps them in the browser, and finds conflicts with other changes. */
export class DraftStore {
  readonly #options: DraftStoreOptions;
  readonly #cell = createCell<DraftsState>({ head: null, drafts: new Map(), statuses: new Map(), kept: [] });
  readonly #seen = new Set<string>();
  readonly #timers = new Map<string, number>();
  readonly #unkept = new Set<string>();
  #keepTimer: number | null = null;
  /** Saves in sequence: each is based on the version that the one before made. */
  #queue: Promise<unknown> = Promise.resolve();
  #isPaused = false;

  readonly get = this.#cell.get;
  readonly subscribe = this.#cell.subscribe;

  constructor(options: DraftStoreOptions) {
    this.#options = options;
  }

  /** Shows the newest version, and compares the drafts with it. */
  show(version: Version): void {
    if (this.#seen.has(version.id)) return;
    this.#seen.add(version.id);
    const isFirst = this.#state.head === null;
    const drafts = new Map<string, Draft>();
    for (const [path, draft] of this.#state.drafts) {
      const rebased = rebase(draft, version.files.get(path) ?? null);
      if (rebased !== null) drafts.set(path, rebased);
      else this.#forget(path);
    }
    this.#set({ head: version, drafts });
    if (isFirst) this.#set({ kept: this.#options.kept.read().filter(({ path, text }) => version.files.get(path) !== text) });
  }

  /** The text of a file with its unsaved changes; undefined: no such file. */
  text(path: string): string | undefined {
    return this.#state.drafts.get(path)?.text ?? this.#state.head?.files.get(path);
  }

  edit(path: string, text: string): void {
    const draft = this.#state.drafts.get(path);
    const base = draft === undefined ? (this.#state.head?.files.get(path) ?? null) : draft.base;
    if (text === base && draft?.theirs === undefined) {
      this.discard(path);
      return;
    }
    this.#setUnsaved(path, { ...draft, text, base });
  }

  /** Removes the unsaved changes of a file, a conflict included. */
  discard(path: string): void {
    this.#cancel(path);
    this.#setDraft(path, null);
    this.#forget(path);
    if (this.#status(path) === 'error') this.#setStatus(path, 'idle');
  }

  save(path: string, { isAutomatic = false }: { readonly isAutomatic?: boolean } = {}): Promise<void> {
    this.#cancel(path);
    const saved = this.#queue.then(() => this.#save(path, isAutomatic));
    this.#queue = saved;
    return saved;
  }

  saveAll(options?: { readonly isAutomatic?: boolean }): Promise<unknown> {
    return Promise.all([...this.#state.drafts.keys()].map((path) => this.save(path, options)));
  }

  /** The text becomes the new draft of a file in conflict, made on the other text. */
  resolve(path: string, text: string): void {
    const draft = this.#state.drafts.get(path);
    if (draft?.theirs === undefined) return;
    if (text === draft.theirs) this.discard(path);
    else this.#setUnsaved(path, { text, base: draft.theirs });
  }

  /** Changes files in a version of its own; `send` resolves with its id. The changed files have no drafts then. */
  commit(changes: readonly FileChange[], send: (baseVersionId: string) => Promise<string>): Promise<void> {
    const done = this.#queue.then(async () => {
      const id = await send(this.#state.head?.id ?? '');
      for (const { path } of changes) this.discard(path);
      const files = new Map(this.#state.head?.files);
      for (const { path, content } of changes) {
        if (content === null) files.delete(path);
        else files.set(path, content);
      }
      this.show({ id, files });
    });
    this.#queue = done.catch(() => undefined);
    return done;
  }

  /** Makes changes that the browser kept the draft of their file again. */
  async restore(path: string): Promise<void> {
    const kept = this.#state.kept.find((each) => each.path === path);
    const current = this.#state.head?.files.get(path) ?? null;
    if (kept === undefined) return;
    if (kept.base === hashOf(current)) this.#setDraft(path, { text: kept.text, base: current });
    else {
      const base = (await this.#options.loadVersion(kept.versionId).catch(() => null))?.files.get(path) ?? null;
      this.#setDraft(path, { text: kept.text, base, theirs: current });
    }
    this.#set({ kept: this.#state.kept.filter((each) => each.path !== path) });
    this.#saveSoon(path);
  }

  /** Removes changes that the browser kept. */
  drop(path: string): void {
    this.#options.kept.remove(path);
    this.#set({ kept: this.#state.kept.filter((each) => each.path !== path) });
  }

  /** While paused, nothing is saved automatically. */
  pause(isPaused: boolean): void {
    if (this.#isPaused === isPaused) return;
    this.#isPaused = isPaused;
    for (const path of this.#state.drafts.keys()) {
      if (isPaused) this.#cancel(path);
      else this.#saveSoon(path);
    }
  }

  /** Stops the timers; what is unsaved stays in the browser. */
  close(): void {
    this.keepNow();
    for (const path of [...this.#timers.keys()]) this.#cancel(path);
  }

  /** Keeps all unsaved changes in the browser at once. */
  keepNow(): void {
    if (this.#keepTimer !== null) window.clearTimeout(this.#keepTimer);
    this.#keepTimer = null;
    for (const path of this.#unkept) {
      const draft = this.#state.drafts.get(path);
      const versionId = this.#state.head?.id;
      if (draft !== undefined && versionId !== undefined)
        this.#options.kept.write({ path, text: draft.text, versionId, base: hashOf(draft.base), at: new Date().toISOString() });
    }
    this.#unkept.clear();
  }

  async #save(path: string, isAutomatic: boolean): Promise<void> {
    const draft = this.#state.drafts.get(path);
    const head = this.#state.head;
    if (draft === undefined || head === null || draft.theirs !== undefined) return;
    this.#setStatus(path, 'saving');
    try {
      await this.#attempt(path, draft.text, isAutomatic);
    } catch (error) {
      this.#setStatus(path, 'error');
      this.#options.onError(error);
    }
  }

  /** Saves, once more on the newest version if another change was saved that leaves this file alone. */
  async #attempt(path: string, content: string, isAutomatic: boolean, isSecond = false): Promise<void> {
    const baseVersionId = this.#state.head?.id ?? '';
    try {
      const id = await this.#options.save({ path, content, baseVersionId, isAutomatic });
      this.#saved(path, content, id);
    } catch (error) {
      if (isSecond || !this.#options.isConflict(error)) throw error;
      const newest = await this.#options.loadNewest();
      if (newest === null || newest.id === baseVersionId) throw error;
      this.show(newest);
      if (this.#state.drafts.get(path)?.theirs !== undefined) return this.#setStatus(path, 'idle');
      return this.#attempt(path, content, isAutomatic, true);
    }
  }

  #saved(path: string, content: string, id: string): void {
    this.#seen.add(id);
    const { head, drafts } = this.#state;
    this.#set({ head: { id, files: new Map(head?.files).set(path, content) } });
    const draft = drafts.get(path);
    // What was typed during the save stays a draft of the saved text.
    if (draft === undefined || draft.text === content) {
      this.#setDraft(path, null);
      this.#forget(path);
    } else {
      this.#setUnsaved(path, { text: draft.text, base: content });
    }
    this.#setStatus(path, 'saved');
    window.setTimeout(() => {
      if (this.#status(path) === 'saved') this.#setStatus(path, 'idle');
    }, SAVED_FOR);
  }

  #saveSoon(path: string): void {
    this.#cancel(path);
    const after = this.#options.autosaveAfter();
    const draft = this.#state.drafts.get(path);
    if (after === null || this.#isPaused || draft === undefined || draft.theirs !== undefined) return;
    this.#timers.set(
      path,
      window.setTimeout(() => void this.save(path, { isAutomatic: true }), after),
    );
  }

  #cancel(path: string): void {
    window.clearTimeout(this.#timers.get(path));
    this.#timers.delete(path);
  }

  /** At most one write a second, and none later than that after a change. */
  #keepSoon(path: string): void {
    this.#unkept.add(path);
    this.#keepTimer ??= window.setTimeout(() => this.keepNow(), KEEP_AFTER);
  }

  #forget(path: string): void {
    this.#unkept.delete(path);
    this.#options.kept.remove(path);
  }

  get #state(): DraftsState {
    return this.#cell.get();
  }

  #set(change: Partial<DraftsState>): void {
    this.#cell.set({ ...this.#state, ...change });
  }

  #setDraft(path: string, draft: Draft | null): void {
    const drafts = new Map(this.#state.drafts);
    if (draft === null) drafts.delete(path);
    else drafts.set(path, draft);
    this.#set({ drafts });
  }

  #setUnsaved(path: string, draft: Draft): void {
    this.#setDraft(path, draft);
    this.#keepSoon(path);
    this.#saveSoon(path);
  }

  #status(path: string): SaveStatus {
    return this.#state.statuses.get(path) ?? 'idle';
  }

  #setStatus(path: string, status: SaveStatus): void {
    this.#set({ statuses: new Map(this.#state.statuses).set(path, status) });
  }
}

/** A draft after a new version of its file; null when there is nothing left to save. */
function rebase({ text, base, theirs }: Draft, current: string | null): Draft | null {
  if (text === current) return null;
  if (current === base) return { text, base };
  return theirs === current ? { text, base, theirs } : { text, base, theirs: current };
}
