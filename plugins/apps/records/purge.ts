import { storeTime } from '@sayso/core';
import type { AppsContext } from '../config.ts';
import type { AppPurge } from '../ref.ts';
import type { Thumbnails } from '../settings/thumbnails.ts';

export const DAY = 24 * 60 * 60 * 1000;
/** How long a deleted app can be restored. */
export const UNDO_DAYS = 30;

/** What is deleted along with an app. */
interface Belongings {
  readonly thumbnails: Thumbnails;
  /** The data of other plugins. */
  readonly others: readonly AppPurge[];
}

/**
 * Permanently removes apps that were deleted 30 days ago. Idempotent: the app's own document goes last, once all else is removed. A failure
 * does not affect other apps; the job then fails and is retried.
 */
export async function purge(context: AppsContext, belongings: Belongings, signal: AbortSignal): Promise<void> {
  const { apps } = context.collections;
  const gone = await apps.find({ deletedAt: { $ne: null, $lt: storeTime(-UNDO_DAYS * DAY) } }, { signal });
  const failures: unknown[] = [];
  for (const { _id: appId, ownerId } of gone) {
    signal.throwIfAborted();
    try {
      // Released when it was deleted, unless the server ended in between.
      await context.limits.release('apps', ownerId, 1, { idempotencyKey: appId });
      if (await removeApp(context, belongings, appId)) context.log.info({ appId }, 'Purged a deleted app');
    } catch (error) {
      context.log.warn({ err: error, appId }, 'A deleted app could not be purged; the job retries');
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${gone.length} deleted apps could not be removed.`);
}

/** Removes the app after its branches. False when some contents have to stay for now. */
async function removeApp(context: AppsContext, belongings: Belongings, appId: string): Promise<boolean> {
  const { apps } = context.collections;
  for (const { _id: branchId } of await apps.find({ 'branch.appId': appId })) {
    if (!(await removeApp(context, belongings, branchId))) return false;
  }
  if (!(await removeBelongings(context, belongings, appId))) return false;
  await apps.deleteOne({ _id: appId });
  return true;
}

/** False when some contents have to stay for now. */
async function removeBelongings(context: AppsContext, { thumbnails, others }: Belongings, appId: string): Promise<boolean> {
  for (const other of others) await other.remove(appId);
  await context.needs.accounts.forgetApp(appId);
  await thumbnails.removeAll(appId);
  await context.collections.members.deleteMany({ appId });
  await context.collections.invitedRoles.deleteMany({ appId });
  await context.collections.domains.deleteMany({ appId });
  await context.collections.builders.deleteMany({ appId });
  await context.collections.demotions.deleteMany({ appId });
  await context.collections.presence.deleteMany({ appId });
  await context.collections.invitations.deleteMany({ appId });
  await context.limits.forget('ideas', appId);
  return removeVersions(context, appId);
}

/**
 * Contents are shared by hash: removes those that no other app references and that no commit in flight may use; the others stay, with their
 * versions, until the next run. Contents go before the versions that reference them, so that a crash leaves no orphans.
 */
async function removeVersions({ collections: { versions, contents } }: AppsContext, appId: string): Promise<boolean> {
  const hashes = await versions.distinct('files.hash', { appId });
  const used = new Set(await versions.distinct('files.hash', { 'files.hash': { $in: hashes }, appId: { $ne: appId } }));
  const unused = hashes.filter((hash) => !used.has(hash));
  await contents.deleteMany({ _id: { $in: unused }, usedAt: { $lt: storeTime(-DAY) } });
  if ((await contents.count({ _id: { $in: unused } })) > 0) return false;
  await versions.deleteMany({ appId });
  return true;
}
