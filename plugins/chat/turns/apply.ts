import { createHash } from 'node:crypto';
import type { Files } from '@sayso/apps/ref';
import { Conflict, cut, DomainError, InvalidInput, NotFound } from '@sayso/core';
import { reviewChanges } from '../changes/review.ts';
import { type RowInsert, type Staged, stageActions } from '../changes/stage.ts';
import type { Review, TurnDocument } from '../collections.ts';
import type { ChatContext } from '../config.ts';
import { TurnFailed } from '../errors.ts';
import { describeProblem } from '../prompt/prompt.ts';
import type { TurnRun } from './turn-run.ts';

/** The result of staging a message's actions. */
export interface Proposal {
  readonly staged: Staged;
  /** Why it cannot become a version, one line each. */
  readonly problems: readonly string[];
  readonly code: 'action-failed' | 'compilation-failed';
}

const MAX_TITLE = 80;
const SHOWN_PROBLEMS = 3;

/** Applies a turn's actions as one version, or not at all. */
export class Application {
  readonly #context: ChatContext;

  constructor(context: ChatContext) {
    this.#context = context;
  }

  /** Stages the actions on a copy, validates it and repairs what has one possible repair; changes nothing. Ignores issues of the base version. */
  async propose({ turn, app, base, transcript }: TurnRun): Promise<Proposal> {
    const { apps } = this.#context.needs;
    const staged = stageActions(base, transcript.parts, { filePath: (path) => apps.filePath(path), rounds: transcript.rounds });
    const problems = staged.failures.map(({ file, reason }) => (file === null ? reason : `${file}: ${reason}`));
    const code = 'action-failed';
    if (problems.length > 0 || staged.changes.length === 0) return { staged, problems, code };
    const { id: appId, name, settings } = app;
    const sources = { appId, versionId: turn.baseVersionId ?? 'new', name, mainPage: settings.mainPage, files: staged.files };
    const { unresolvedIssues, files } = await this.#context.needs.validator.repair({ sources, base });
    const errors = unresolvedIssues.filter(({ severity }) => severity === 'error');
    return {
      staged: withRepairs(staged, files),
      problems: errors.map(({ componentName: path, line, message }) => describeProblem({ path, line, message })),
      code: errors.length > 0 ? 'compilation-failed' : code,
    };
  }

  /** What the builder has to confirm first. */
  async review({ app, base }: TurnRun, { files, deletions }: Staged): Promise<string[]> {
    const { entities } = this.#context.needs;
    const sentences = await reviewChanges(base, files, {
      effectsOf: (permissions) => entities.effectsOf(permissions),
      countRows: (entity) => entities.count(app.id, entity),
    });
    const rows = deletions.map(
      ({ entity, ids }) => `${ids.length === 1 ? 'One row' : `${ids.length} rows`} of the table "${entity}" will be deleted.`,
    );
    return [...sentences, ...rows];
  }

  /** Makes a version when any file changes, or returns why the apps plugin rejects it. Throws `TurnFailed` when the app has a newer one. */
  async commit(
    { turn, app, permit }: TurnRun,
    { changes }: Staged,
    appName: string | null,
  ): Promise<{ readonly versionId: string | null } | { readonly problem: string }> {
    // Minutes after the request: its author may have lost the right to change the app.
    const author = { kind: 'account', ...turn.actor } as const;
    await permit(author, app.id);
    if (changes.length === 0) return { versionId: null };
    await this.#context.needs.apps.get(author, app.id, 'edit');
    const title = turn.request.trim().split('\n', 1)[0] ?? '';
    try {
      const { id } = await this.#context.needs.apps.commit({
        appId: app.id,
        baseVersionId: turn.baseVersionId,
        changes,
        title: title.length > MAX_TITLE ? `${cut(title, MAX_TITLE - 1)}…` : title,
        messageId: turn.assistantMessageId,
        userRequest: turn.request,
        ...(appName !== null ? { appName } : {}),
      });
      return { versionId: id };
    } catch (error) {
      if (error instanceof InvalidInput) return { problem: error.message };
      if (!(error instanceof Conflict)) throw error;
      // An interrupted attempt may have made it, and the builder may have made changes since.
      const made = (await this.#context.needs.apps.versions(app.id)).find(({ messageId }) => messageId === turn.assistantMessageId);
      if (made) return { versionId: made.id };
      const message = 'The app was changed while this was written, so nothing of it was applied. Try again to do it on the latest version.';
      throw new TurnFailed('conflict', message);
    }
  }

  /** What a version of the turn changed. Null when its files could not be compared: the version stands all the same. */
  async describe({ _id: turnId, appId, baseVersionId, request }: TurnDocument, versionId: string): Promise<Review | null> {
    const { apps, runtime } = this.#context.needs;
    try {
      const [before, files] = await Promise.all([
        baseVersionId === null ? {} : apps.files(appId, baseVersionId),
        apps.files(appId, versionId),
      ]);
      return (await runtime.review({ appId, files }, { before, request })) as Review | null;
    } catch (error) {
      this.#context.log.warn({ err: error, turnId }, 'the version of a turn could not be compared with the one before');
      return null;
    }
  }

  /** Adds draft rows as the builder, idempotently. Invalid rows mark their action as failed; the version stays. */
  async insertRows({ turn, app, transcript, journal }: TurnRun, { inserts }: Staged): Promise<void> {
    const actor = { kind: 'account' as const, ...turn.actor };
    const ids = new Map<string, string[]>();
    for (const { entity, rows, partIndex } of inserts) {
      try {
        const hash = createHash('sha256').update(JSON.stringify(rows)).digest('hex');
        const key = `${turn.assistantMessageId}:${partIndex}:${hash}`;
        const added = await this.#context.needs.entities.createMany(
          actor,
          { appId: app.id, entity, rows: 'draft', by: 'assistant' },
          withIds(rows, ids),
          {
            key,
          },
        );
        ids.set(entity, [...(ids.get(entity) ?? []), ...added.map(({ id }) => id)]);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        this.#context.log.warn({ err: error, turnId: turn._id, entity }, 'rows of a turn could not be added');
        await journal.add(transcript.fail(partIndex, error.message));
      }
    }
    if (ids.size === 0) return;
    const addedRows = [...ids].map(([table, all]) => ({ table, ids: all }));
    await this.#context.collections.turns.updateOne({ _id: turn._id }, { $set: { addedRows } });
  }

  /** Deletes draft rows as the builder. Idempotent: a row that is already deleted is no failure. */
  async deleteRows({ turn, app, transcript, journal }: TurnRun, { deletions }: Staged): Promise<void> {
    const actor = { kind: 'account' as const, ...turn.actor };
    for (const { entity, ids, partIndex } of deletions) {
      try {
        await this.#context.needs.entities.removeMany(
          actor,
          { appId: app.id, entity, rows: 'draft', by: 'assistant' },
          { id: { $in: ids } },
        );
      } catch (error) {
        if (error instanceof NotFound) continue;
        if (!(error instanceof DomainError)) throw error;
        this.#context.log.warn({ err: error, turnId: turn._id, entity }, 'rows of a turn could not be deleted');
        await journal.add(transcript.fail(partIndex, error.message));
      }
    }
  }

  /** Marks the failed actions and throws a summary; `isUnmended`: the model's correction changed nothing. */
  async refuse({ transcript, journal }: TurnRun, { staged, problems, code }: Proposal, isUnmended: boolean): Promise<never> {
    for (const { partIndex, reason } of staged.failures) await journal.add(transcript.fail(partIndex, reason));
    const what = { 'action-failed': 'one step could not be done', 'compilation-failed': 'the app would not work' }[code];
    const list = problems.slice(0, SHOWN_PROBLEMS).map(asSentence).join(' ');
    const mended = isUnmended ? ' The assistant tried to correct it, but that changed nothing.' : '';
    throw new TurnFailed(code, `Nothing was changed, because ${what}: ${list}${mended} Try again, or ask for it in other words.`);
  }
}

/** The staged files with those that the validator repaired, all of which the actions have written. */
function withRepairs(staged: Staged, repaired: Files): Staged {
  return {
    ...staged,
    files: { ...staged.files, ...repaired },
    changes: staged.changes.map(({ path, content }) => ({ path, content: repaired[path] ?? content })),
    repaired: Object.keys(repaired),
  };
}

const REFERENCE = /^\{(\w+) (\d+)\}$/;

/** Replaces references such as `{Contact 2}` by the id of the second row that the same answer adds to the table Contact. */
function withIds(rows: RowInsert['rows'], ids: ReadonlyMap<string, readonly string[]>): RowInsert['rows'] {
  const resolved = (value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    const [, table = '', place] = REFERENCE.exec(value) ?? [];
    return ids.get(table)?.[Number(place) - 1] ?? value;
  };
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, resolved(value)])));
}

/** Some compiler messages end with a full stop. */
function asSentence(problem: string): string {
  return /[.!?…]$/.test(problem) ? problem : `${problem}.`;
}
