import type { AppsApi } from '@sayso/apps/ref';
import type { CollectionOf, MigrationContext, PartitionedCollection } from '@sayso/core';
import type { collections, RowDocument } from '../collections.ts';
import type { RowSet } from '../ref.ts';
import type { RowFiles } from './row-files.ts';
import { rowsOf, SETS } from './sets.ts';

const ATTEMPTS = 20;

type Collections = { readonly [K in 'rows' | 'drafts' | 'addressed' | 'branchRows']: CollectionOf<(typeof collections)[K]> };

/** The migration: lists the partitions of rows of earlier releases, which named files by the address of the installation. */
export async function listAddressed({
  collections,
  signal,
}: MigrationContext<typeof import('../collections.ts').collections>): Promise<void> {
  for (const set of SETS) {
    for (const key of await rowsOf(collections, set).keys()) {
      signal.throwIfAborted();
      const _id = `${set}/${key}`;
      await collections.addressed.updateOne({ _id }, { $set: { _id } }, { upsert: true });
    }
  }
}

interface Settling {
  readonly collections: Collections;
  readonly apps: Pick<AppsApi, 'find'>;
  readonly files: RowFiles;
}

/** The job: stores the paths of files in the listed rows, and gives each app the files that they name. Idempotent. */
export async function settleFiles({ collections, apps, files }: Settling, signal: AbortSignal): Promise<void> {
  for await (const { _id } of collections.addressed.stream({})) {
    const [set, key = ''] = _id.split('/') as [RowSet, string | undefined];
    const rows = rowsOf(collections, set);
    // The first rows of a branch have a partition of their own, and belong to no app: they are compared with those of the branch.
    const branch = await collections.branchRows.findOne({ baseId: key });
    const from = (await apps.find(key))?.branch?.appId;
    const pathsOf = async (row: RowDocument) => {
      if (branch !== null) return files.sought(branch._id, row.data);
      if (from !== undefined) await files.take(key, [row], from);
      return files.stored(key, row.data);
    };
    for await (const row of rows.stream({ appId: key })) {
      signal.throwIfAborted();
      await settle(rows, row, pathsOf);
    }
    await collections.addressed.deleteOne({ _id });
  }
}

/** Changes nothing but the texts, so that a merge does not take the row for changed. */
async function settle(
  rows: PartitionedCollection<RowDocument>,
  first: RowDocument,
  pathsOf: (row: RowDocument) => Promise<RowDocument['data']>,
) {
  const where = { appId: first.appId, entity: first.entity, _id: first._id };
  for (let row: RowDocument | null = first, attempt = 0; row !== null && attempt < ATTEMPTS; attempt++) {
    const { data, updatedAt }: RowDocument = row;
    const paths = await pathsOf(row);
    const changed = Object.entries(paths).filter(([name, value]) => value !== data[name]);
    if (changed.length === 0) return;
    const set = Object.fromEntries(changed.map(([name, value]) => [`data.${name}`, value]));
    if ((await rows.updateOne({ ...where, updatedAt }, { $set: set })) > 0) return;
    row = await rows.findOne(where);
  }
}
