import { type Actor, Conflict, NotFound } from '@sayso/core';
import type { EntitiesContext } from '../config.ts';
import type { TableAddress } from '../ref.ts';

interface Undone {
  /** That made the change. */
  readonly versionId: string;
  /** Of the new version. */
  readonly title: string;
  /** What is not found when the version did not change the table. */
  readonly missing: string;
}

/** Gives a table the file that it had before a version, unless it was changed since. */
export async function undoTableEdit(
  { needs: { apps } }: EntitiesContext,
  actor: Actor,
  { appId, entity }: TableAddress,
  { versionId, title, missing }: Undone,
): Promise<{ readonly versionId: string }> {
  const app = await apps.get(actor, appId);
  const { parentId } = await apps.version(appId, versionId);
  const path = `entities/${entity}.json`;
  const [before, then, now] = await Promise.all([
    parentId === null ? {} : apps.files(appId, parentId),
    apps.files(appId, versionId),
    apps.files(appId, app.currentVersionId ?? undefined),
  ]);
  const content = (before as Record<string, string>)[path];
  if (content === undefined || then[path] === content) throw new NotFound(missing);
  if (now[path] !== then[path]) throw new Conflict('This table was changed since. Undo the later change first.');
  const version = await apps.commit({ appId, baseVersionId: app.currentVersionId, changes: [{ path, content }], title });
  return { versionId: version.id };
}
