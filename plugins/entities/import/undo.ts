import { DomainError, type JobRun } from '@sayso/core';
import type { Scope } from '../permissions/scope.ts';
import { rowsOf } from '../rows/sets.ts';
import type { ImportDocuments } from './documents.ts';
import { ImportRows } from './import-rows.ts';
import { IMPORT_ATTEMPTS, idsOf } from './job.ts';
import { keepsIds } from './kept.ts';
import type { ImportParts } from './parts.ts';
import type { ImportDocument } from './state.ts';
import type { ImportStorage } from './storage.ts';

const PORTION = 1000;

interface UndoParts {
  readonly parts: ImportParts;
  readonly documents: ImportDocuments;
  readonly storage: ImportStorage;
}

/** Removes what an import has added, and gives rows that it replaced their former states. An interrupted one continues. */
export class UndoImport {
  readonly #parts: UndoParts;

  constructor(parts: UndoParts) {
    this.#parts = parts;
  }

  async run(importId: string, { signal, attempt, permit }: Pick<JobRun<unknown>, 'signal' | 'attempt' | 'permit'>): Promise<void> {
    const { documents, parts } = this.#parts;
    const found = await documents.all.findOne({ _id: importId, state: 'undoing' });
    if (found === null) return;
    try {
      const actor = found.undoneBy ?? found.actor;
      await permit(actor, found.appId);
      const scope = await parts.openForChange(actor, { ...found, by: 'import' });
      await this.#undo(found, scope, signal);
      await parts.tableChanged(scope);
      await documents.changeIn(['undoing'], found, { state: 'undone', stored: 0 });
    } catch (error) {
      if (signal.aborted) throw error;
      if (!(error instanceof DomainError) && attempt < IMPORT_ATTEMPTS) throw error;
      const message = error instanceof DomainError ? error.message : 'Something went wrong; the log of the server says what.';
      await documents.changeIn(['undoing'], found, { state: 'failed', error: message });
      if (!(error instanceof DomainError)) throw error;
    }
  }

  async #undo(found: ImportDocument, scope: Scope, signal: AbortSignal): Promise<void> {
    const { parts, documents } = this.#parts;
    const undone = { removed: 0, restored: 0, lost: 0, ...found.undone };
    const note = () => documents.changeIn(['undoing'], found, { undone: { ...undone } });
    if (!keepsIds(found.columns)) {
      for (let removed = -1; removed !== 0; ) {
        signal.throwIfAborted();
        removed = await parts.remove(scope, await this.#range(found, scope));
        undone.removed += removed;
        await note();
      }
      return;
    }
    const rows = new ImportRows(parts, this.#parts.storage, { document: found, ids: idsOf(found) });
    for await (const { ids, replaced } of rows.records()) {
      signal.throwIfAborted();
      undone.removed += await parts.remove(scope, ids);
      for (let start = 0; start < replaced.length; start += PORTION) {
        const asked = replaced.slice(start, start + PORTION);
        const { restored } = await parts.restore(found.undoneBy ?? found.actor, found.appId, { rows: scope.set, ids: asked });
        undone.restored += restored;
        undone.lost += asked.length - restored;
      }
      await note();
    }
  }

  async #range(found: ImportDocument, { appId, schema, set }: Scope): Promise<string[]> {
    const filter = { appId, entity: schema.name, _id: idsOf(found).range };
    const rows = await rowsOf(this.#parts.parts.context.collections, set).find(filter, { limit: PORTION, projection: { _id: 1 } });
    return rows.map(({ _id }) => _id);
  }
}
