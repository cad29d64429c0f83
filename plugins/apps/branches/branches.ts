import { type Actor, cut, InvalidInput, NotFound, newCopyId, storeTime, type Take, type Taken } from '@sayso/core';
import type { CompileProblem } from '@sayso/runtime/ref';
import type { AppDocument } from '../collections.ts';
import type { AppsContext } from '../config.ts';
import { MergeConflicts, VersionConflict } from '../errors.ts';
import type { NamedFiles } from '../records/named-files.ts';
import { DAY, UNDO_DAYS } from '../records/purge.ts';
import { type Records, toApp } from '../records/records.ts';
import type { App, Branch, Files, MergedTable } from '../ref.ts';
import { changed, type Versions } from '../versions/versions.ts';
import { type Choice, type Merge, type MergedFile, mergeFiles } from './merge.ts';

const MAX_NAME_LENGTH = 80;

/** `merge`: the branch's changes into the app. `update`: the app's changes into the branch. */
export type Direction = 'merge' | 'update';

export interface MergePreview {
  readonly files: readonly MergedFile[];
  /** Problems of the merged files that the target does not have; conflicts count as solved in favour of the target. */
  readonly problems: readonly CompileProblem[];
  /** The versions that the preview is of. */
  readonly targetVersionId: string | null;
  readonly sourceVersionId: string | null;
}

export interface MergeRequest {
  readonly direction: Direction;
  /** The versions of the preview that the caller decided on. Others are refused. */
  readonly targetVersionId: string | null;
  readonly sourceVersionId: string | null;
  readonly choices: ReadonlyMap<string, Choice>;
  /** The rows that the app takes along; the branch never takes rows of the app. */
  readonly tables: readonly MergedTable[];
}

export interface Merged {
  /** The app or the branch that has the merged files. */
  readonly app: App;
  /** The job that merges the rows; null without one. */
  readonly rowCopyId: string | null;
}

/** Both sides of a merge. */
interface Pair {
  readonly target: AppDocument;
  readonly source: AppDocument;
  readonly branch: Branch;
}

interface BranchesParts {
  readonly records: Records;
  readonly versions: Versions;
  readonly files: NamedFiles;
}

/** Branches of an app: copies of its code, schemas and draft rows on which an idea is tried, to be merged or thrown away. */
export class Branches {
  readonly #context: AppsContext;
  readonly #records: Records;
  readonly #versions: Versions;
  readonly #files: NamedFiles;

  constructor(context: AppsContext, { records, versions, files }: BranchesParts) {
    this.#context = context;
    this.#records = records;
    this.#versions = versions;
    this.#files = files;
  }

  async list(app: App): Promise<App[]> {
    const main = await this.#records.find(app.id);
    return main === null || main.branch !== undefined ? [] : (await this.#records.branches(main)).map(toApp);
  }

  /** The branches that were thrown away and can be brought back, the last one first. */
  async discarded(app: App): Promise<App[]> {
    const main = await this.#records.find(app.id);
    if (main === null || main.branch !== undefined) return [];
    return (await this.#records.discardedBranches(main, oldestUndo())).map(toApp);
  }

  /** A branch of the app's current version. Throws `TooManyBranches`. */
  async start(actor: Actor, appId: string, name: string): Promise<App> {
    const app = await this.#records.own(actor, appId);
    if (app.branch !== undefined) throw new InvalidInput('An idea is tried on the app itself, not on another idea.');
    const about = cut(name.trim(), MAX_NAME_LENGTH);
    if (about === '') throw new InvalidInput('Say what the idea is.');
    const _id = newCopyId();
    const taken = await this.#take(app, _id, [{ key: 'ideasMade', subject: app.ownerId, amount: 1 }]);
    try {
      return await this.#start(app, _id, about);
    } catch (error) {
      await taken.refund();
      throw error;
    }
  }

  async #start(app: AppDocument, _id: string, about: string): Promise<App> {
    const currentVersionId = await this.#versions.beginCopy(_id, app);
    const branch = { appId: app._id, name: about, baseVersionId: app.currentVersionId, mainPage: app.settings.mainPage };
    const begun = await this.#records.beginBranch(app, { _id, branch, currentVersionId });
    const files = await this.#versions.files(app._id, app.currentVersionId ?? undefined);
    await this.#files.stored(_id, [files, app.style, app.settings, app.props], app._id);
    for (const part of this.#context.additions.branches()) await part.copy(toApp(app), toApp(begun));
    await this.#records.show(begun._id);
    await this.#records.changed(app);
    return toApp({ ...begun, deletedAt: null });
  }

  async preview(actor: Actor, branchId: string, direction: Direction): Promise<MergePreview> {
    const pair = await this.#pair(actor, branchId, direction);
    const { merge, files } = await this.#merged(pair, new Map());
    const { target, source } = pair;
    const versions = { targetVersionId: target.currentVersionId, sourceVersionId: source.currentVersionId };
    return { ...versions, files: merge.files, problems: await this.#newProblems(target, files) };
  }

  /**
   * Brings the changes of one side to the other, as one version. A merge into the app ends the branch; an update makes the app's version the
   * common one. Throws `MergeConflicts` for conflicts without a choice, `VersionConflict` when a side has changed since the preview.
   */
  async merge(actor: Actor, branchId: string, request: MergeRequest): Promise<Merged> {
    const pair = await this.#pair(actor, branchId, request.direction);
    const { target, source, branch } = pair;
    const isSeen = target.currentVersionId === request.targetVersionId && source.currentVersionId === request.sourceVersionId;
    if (!isSeen) throw new VersionConflict();
    const { merge } = await this.#merged(pair, request.choices);
    if (merge.open.length > 0) throw new MergeConflicts(merge.open);
    const isIntoApp = request.direction === 'merge';
    const beginRows = isIntoApp ? await this.#planRows(actor, source, request.tables) : null;
    const title = isIntoApp ? `Merged the idea: ${branch.name}` : `Updated from ${target.name}`;
    const mainPage = source.settings.mainPage === branch.mainPage ? target.settings.mainPage : source.settings.mainPage;
    const about = { appId: target._id, baseVersionId: target.currentVersionId, changes: merge.changes, title };
    const common = isIntoApp ? {} : { 'branch.baseVersionId': source.currentVersionId, 'branch.mainPage': source.settings.mainPage };
    await this.#files.stored(target._id, merge.changes, source._id);
    await this.#versions.commit(about, { set: { ...common, 'settings.mainPage': mainPage } });
    const app = toApp((await this.#records.find(target._id)) ?? target);
    // The branch ends last: after a crash before, the merge can be repeated, which does nothing twice.
    const rowCopyId = beginRows === null ? null : await beginRows(app);
    if (isIntoApp) await this.#end(source, 'merged');
    return { app, rowCopyId };
  }

  /** Null when no rows are taken along. */
  async #planRows(actor: Actor, branch: AppDocument, tables: readonly MergedTable[]): Promise<((app: App) => Promise<string>) | null> {
    if (tables.length === 0) return null;
    for (const part of this.#context.additions.branches()) if (part.planMerge) return part.planMerge(actor, toApp(branch), tables);
    throw new InvalidInput('No plugin keeps rows.');
  }

  /** Throws the branch away; it can be brought back for as long as a deleted app. */
  async discard(actor: Actor, branchId: string): Promise<App> {
    const { source, target } = await this.#pair(actor, branchId, 'merge');
    await this.#end(source, 'discarded');
    await this.#records.changed(target);
    return toApp(target);
  }

  /** Opens a branch again that was thrown away. Throws `TooManyBranches`. */
  async bringBack(actor: Actor, branchId: string): Promise<App> {
    const found = await this.#records.own(actor, branchId, { deleted: true });
    if (found.branch === undefined) throw new InvalidInput('This is no idea, but an app.');
    const app = await this.#records.own(actor, found.branch.appId);
    if (found.deletedAt === null) return toApp(found);
    const taken = await this.#take(app, branchId);
    if (!(await this.#records.reopen(branchId, oldestUndo()))) {
      await taken.refund();
      throw new NotFound('The idea');
    }
    await this.#records.changed(app);
    return toApp({ ...found, deletedAt: null });
  }

  async #end(branch: AppDocument, end: 'merged' | 'discarded'): Promise<void> {
    await this.#records.update(branch._id, { 'branch.end': end, deletedAt: storeTime() });
    await this.#context.limits.release('ideas', branch.branch?.appId ?? '', 1, { idempotencyKey: branch._id });
  }

  /** Counts a branch towards the limit of the app. Throws `TooManyBranches`. */
  #take(app: AppDocument, idempotencyKey: string, takes: readonly Take<'ideasMade'>[] = []): Promise<Taken> {
    const existing = async () => (await this.#records.branches(app)).map(({ _id }) => _id);
    return this.#context.limits.takeAll([{ key: 'ideas', subject: app._id, amount: 1, idempotencyKey, existing }, ...takes]);
  }

  async #pair(actor: Actor, branchId: string, direction: Direction): Promise<Pair> {
    const found = await this.#records.own(actor, branchId);
    if (found.branch === undefined) throw new InvalidInput('This is no idea, but an app.');
    const app = await this.#records.own(actor, found.branch.appId);
    const sides = direction === 'merge' ? { target: app, source: found } : { target: found, source: app };
    return { ...sides, branch: found.branch };
  }

  async #merged({ target, source, branch }: Pair, choices: ReadonlyMap<string, Choice>): Promise<{ merge: Merge; files: Files }> {
    const filesOf = (appId: string, versionId: string | null) =>
      versionId === null ? Promise.resolve({}) : this.#versions.files(appId, versionId);
    const [base, ours, theirs] = await Promise.all([
      filesOf(branch.appId, branch.baseVersionId),
      filesOf(target._id, target.currentVersionId),
      filesOf(source._id, source.currentVersionId),
    ]);
    const merge = mergeFiles({ base, target: ours, source: theirs }, choices);
    return { merge, files: changed(ours, merge.changes) };
  }

  async #newProblems(target: AppDocument, files: Files): Promise<CompileProblem[]> {
    const { _id: appId, name, currentVersionId, settings } = target;
    const before = currentVersionId === null ? {} : await this.#versions.files(appId, currentVersionId);
    const check = (all: Files) =>
      this.#context.needs.runtime.check({ appId, versionId: currentVersionId ?? 'new', name, mainPage: settings.mainPage, files: all });
    const [known, found] = await Promise.all([check(before), check(files)]);
    const keyOf = ({ path, message }: CompileProblem) => `${path}: ${message}`;
    const old = new Set(known.map(keyOf));
    return found.filter((problem) => problem.severity === 'error' && !old.has(keyOf(problem)));
  }
}

/** What was thrown away before cannot be brought back. */
function oldestUndo(): string {
  return storeTime(-UNDO_DAYS * DAY);
}
