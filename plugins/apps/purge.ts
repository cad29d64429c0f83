import type { AppsContext } from './context.ts';
import type { Thumbnails } from './thumbnails.ts';

export const DAY = 24 * 60 * 60 * 1000;
/** How long a deleted app can be brought back. */
export const UNDO_DAYS = 30;

/** Removes for good what was deleted 30 days ago. Safe to run again at any point: the app's own document goes last. */
export async function purge(context: AppsContext, thumbnails: Thumbnails, signal: AbortSignal): Promise<void> {
  const { apps, domains } = context.collections;
  const gone = await apps.find({ deletedAt: { $ne: null, $lt: new Date(Date.now() - UNDO_DAYS * DAY).toISOString() } }, { signal });
  for (const { _id: appId } of gone) {
    signal.throwIfAborted();
    await removeVersions(context, appId);
    await thumbnails.removeAll(appId);
    await domains.deleteMany({ appId });
    await context.emit('apps.removed', { appId });
    await apps.deleteOne({ _id: appId });
    context.log.info({ appId }, 'Removed a deleted app for good');
  }
}

/**
 * Texts are shared by their hash: only those that no other app holds go, and none that a commit under way may be about to use. Texts go
 * before the versions that name them, so that a crash in between leaves nothing behind that nobody would find again.
 */
async function removeVersions({ collections: { versions, contents } }: AppsContext, appId: string): Promise<void> {
  const hashes = await versions.distinct('files.hash', { appId });
  const used = new Set(await versions.distinct('files.hash', { 'files.hash': { $in: hashes }, appId: { $ne: appId } }));
  const unused = hashes.filter((hash) => !used.has(hash));
  await contents.deleteMany({ _id: { $in: unused }, usedAt: { $lt: new Date(Date.now() - DAY).toISOString() } });
  await versions.deleteMany({ appId });
}
