import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import apps from '@sayso/apps';
import { newId } from '@sayso/core';
import { openSqliteStore } from '../../../core/store/index.ts';

const BATCH = 500;

/** Copies an app with its rows, in a data folder that no server uses: a hundred times as fast as creating each app. Returns the ids. */
export async function copyApp(data: string, appId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  await copyDocuments(data, appId, ids);
  const path = (id: string): string => join(data, 'apps', `${id}.db`);
  // A closed file has no log beside it.
  for (const id of ids) {
    await copyFile(path(appId), path(id));
    execute(path(id), (database) => {
      database.exec('PRAGMA synchronous = OFF');
      database.prepare('UPDATE "_partition" SET key = ?').run(id);
    });
  }
  return ids;
}

async function copyDocuments(data: string, appId: string, ids: readonly string[]): Promise<void> {
  const store = await openSqliteStore({ file: join(data, 'sayso.db'), durable: false });
  try {
    const { apps: app, versions: version } = apps.collections ?? {};
    if (app === undefined || version === undefined) throw new Error('The plugin of apps has no collections of apps and versions.');
    const [allApps, allVersions] = [await store.open('apps_apps', app), await store.open('apps_versions', version)];
    const [made, first] = [await allApps.findOne({ _id: appId }), await allVersions.findOne({ appId })];
    if (made === null || first === null) throw new Error(`The app ${appId} has no documents to copy.`);
    for (let from = 0; from < ids.length; from += BATCH) {
      const some = ids.slice(from, from + BATCH);
      const versionOf = new Map(some.map((id) => [id, newId()]));
      await allVersions.insertMany(some.map((id) => ({ ...first, _id: versionOf.get(id) ?? '', appId: id })));
      await allApps.insertMany(some.map((id) => ({ ...made, _id: id, slug: `copy-${id}`, currentVersionId: versionOf.get(id) ?? '' })));
    }
  } finally {
    await store.close();
  }
}

function execute(file: string, work: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(file);
  try {
    work(database);
  } finally {
    database.close();
  }
}
