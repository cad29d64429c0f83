import type { EntitiesContext } from '../config.ts';
import type { ImportDocument } from './state.ts';

/** The documents of imports. Each change is published. */
export class ImportDocuments {
  readonly #context: EntitiesContext;

  constructor(context: EntitiesContext) {
    this.#context = context;
  }

  get all() {
    return this.#context.collections.imports;
  }

  /** False once the import has ended: it was cancelled, or its app was purged. */
  change(found: ImportDocument, change: Partial<ImportDocument>): Promise<boolean> {
    return this.changeIn(['queued', 'running'], found, change);
  }

  /** Changes an import that is in one of these states. */
  async changeIn(
    states: readonly ImportDocument['state'][],
    { _id, appId }: ImportDocument,
    change: Partial<ImportDocument>,
  ): Promise<boolean> {
    const isChanged = (await this.all.updateOne({ _id, state: { $in: [...states] } }, { $set: change })) > 0;
    if (isChanged) await this.#context.emit('entities.importChanged', { appId, id: _id });
    return isChanged;
  }
}
