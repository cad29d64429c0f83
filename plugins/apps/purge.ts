import type { AppsContext } from './context.ts';
import type { AppPurge } from './ref.ts';
import type { Thumbnails } from './thumbnails.ts';

export const DAY = 24 * 60 * 60 * 1000;
/** How long a deleted app can be brought back. */
export const UNDO_DAYS = 30;

/** What goes along with an app. */
interface Belongings {
  readonly thumbnails: Thumbnails;
  /** What other plugins keep of it. */
  readonly others: readonly AppPurge[];
}

/**
 * Removes for good what was deleted 30 days ago. Safe to run again at any point: the app's own document goes last, and only when all else
 * is gone. An app that cannot be removed keeps no other from it; the job fails then, and runs again.
 */
export async function purge(context: AppsContext, belongings: Belongings, signal: AbortSignal): Promise<void> {
  const { apps } = context.collections;
  const gone = await apps.find({ deletedAt: { $ne: null, $lt: new Date(Date.now() - UNDO_DAYS * DAY).toISOString() } }, { signal });
  const failures: unknown[] = [];
  for (const { _id: appId } of gone) {
    signal.throwIfAborted();
    try {
      if (await removeBelongings(context, belongings, appId)) {
        await apps.deleteOne({ _id: appId });
        context.log.info({ appId }, 'Removed a deleted app for good');
      }
    } catch (error) {
      context.log.warn({ err: error, appId }, 'A deleted app could not be removed');
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${gone.length} deleted apps could not be removed.`);
}

/** False when something has to stay for now. */
async function removeBelongings(context: AppsContext, { thumbnails, others }: Belongings, appId: string): Promise<boolean> {
  for (const other of others) await other.remove(appId);
  await context.needs.accounts.forgetApp(appId);
  await thumbnails.removeAll(appId);
  await context.collections.members.deleteMany({ appId });
  await context.collections.domains.deleteMany({ appId });
  return removeVersions(context, appId);
}

/**
 * Texts are shared by their hash: only those that no other app holds go, and none that a commit under way may be about to use; their
 * versions stay with them until the next run. Texts go before the versions that name them, so that a crash in between leaves nothing
 * behind that nobody would find again.
 */
async function removeVersions({ collections: { versions, contents } }: AppsContext, appId: string): Promise<boolean> {
  const hashes = await versions.distinct('files.hash', { appId });
  const used = new Set(await versions.distinct('files.hash', { 'files.hash': { $in: hashes }, appId: { $ne: appId } }));
  const unused = hashes.filter((hash) => !used.has(hash));
  await contents.deleteMany({ _id: { $in: unused }, usedAt: { $lt: new Date(Date.now() - DAY).toISOString() } });
  if ((await contents.count({ _id: { $in: unused } })) > 0) return false;
  await versions.deleteMany({ appId });
  return true;
}
