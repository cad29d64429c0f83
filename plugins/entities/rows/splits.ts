import type { AppsApi } from '@sayso/apps/ref';
import { type CollectionOf, type Logger, storeTime } from '@sayso/core';
import type { collections } from '../collections.ts';
import type { Quotas } from './quotas.ts';
import { addMissing, inBatches } from './sets.ts';

type Collections = {
  readonly [K in 'rows' | 'drafts' | 'splits' | 'usage' | 'imports' | 'rowVersions']: CollectionOf<(typeof collections)[K]>;
};

interface CopyParts {
  readonly collections: Collections;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

const LOGGED_ROWS = 50_000;

/** Copies the rows of each app to its draft rows. A repeated run skips apps and rows that are copied. */
export async function copyToDrafts({ collections, log, signal }: CopyParts): Promise<void> {
  const { rows, drafts, splits, usage } = collections;
  for (const appId of await rows.keys()) {
    signal.throwIfAborted();
    if ((await splits.findOne({ _id: appId }))?.isCopied) continue;
    const total = await rows.count({ appId });
    if (total === 0) continue;
    log.info({ appId, rows: total }, 'Copying the rows of an app to its draft rows');
    // The time of the first attempt stays: rows that were changed after it may differ from their copies.
    await splits.updateOne({ _id: appId }, { $setOnInsert: { at: storeTime(), isCopied: false } }, { upsert: true });
    let copied = 0;
    for await (const batch of inBatches(rows.stream({ appId }))) {
      signal.throwIfAborted();
      await addMissing(drafts, batch);
      copied += batch.length;
      if (copied % LOGGED_ROWS < batch.length) log.info({ appId, copied, rows: total }, 'Copying rows');
    }
    // Measured again with the next write.
    await usage.deleteOne({ _id: `${appId}:draft` });
    await followLive(collections, appId);
    await splits.updateOne({ _id: appId }, { $set: { isCopied: true } });
  }
}

/** The copies follow the schemas that the live rows follow, until they are converted. */
async function followLive({ rowVersions }: Collections, appId: string): Promise<void> {
  const live = await rowVersions.findOne({ _id: `${appId}/live` });
  if (live === null) return;
  const draft = { ...live, _id: `${appId}/draft`, lease: null, progress: null, report: null };
  await rowVersions.replaceOne({ _id: draft._id }, draft, { upsert: true });
}

interface SettleParts {
  readonly collections: Collections;
  readonly apps: Pick<AppsApi, 'find'>;
  readonly quotas: Quotas;
  /** Converts copied rows to the version that draft rows follow. */
  follow(appId: string): Promise<void>;
}

/** Removes the live rows of copied apps that are not published. Rows that were added or changed since the copy stay. */
export async function settleRows({ collections, apps, quotas, follow }: SettleParts): Promise<void> {
  const { rows, splits, imports } = collections;
  for (const { _id: appId, at } of await splits.find({ isCopied: true })) {
    const app = await apps.find(appId);
    // A deleted app may be restored: a later start settles it.
    if (app === null) continue;
    if (app.published === null) {
      await rows.deleteMany({ appId, updatedAt: { $lte: at } });
      await quotas.removeApp(appId);
      // What is left of an import goes where its first rows are.
      await imports.updateMany({ appId, state: { $in: ['queued', 'running'] }, createdAt: { $lte: at } }, { $set: { rows: 'draft' } });
    }
    await splits.deleteOne({ _id: appId });
    await follow(appId);
  }
}
