import { sampleRows } from '../codemods/samples.ts';
import type { AppSources } from '../ref.ts';
import type { SampleTables } from './page/app-rows.ts';

const COUNT = 3;
/** The same ids in all tables: `?id=` of any page leads to a row. */
const IDS = Array.from({ length: COUNT }, (_, index) => `sample-${index + 1}`);
/** Dates are around the day of the first version with rendering, so that a page renders the same on every day. */
const NOW = new Date('2026-01-05T09:00:00Z');
const STAMPS = { createdAt: NOW.toISOString(), updatedAt: NOW.toISOString(), creatorId: 'sample-user' };

/** Rows for each table of an app; the same tables make the same rows. */
export function sampleTables(files: AppSources['files']): SampleTables {
  const names = Object.keys(files).flatMap((path) => /^entities\/(.+)\.json$/.exec(path)?.[1] ?? []);
  const ids = Object.fromEntries([...names, 'User'].map((name) => [name, IDS]));
  return Object.fromEntries(names.map((name) => [name, rowsOf(files[`entities/${name}.json`] ?? '', ids)]));
}

function rowsOf(text: string, ids: Readonly<Record<string, readonly string[]>>): SampleTables[string] {
  const schema = JSON.parse(text) as Readonly<Record<string, unknown>>;
  return sampleRows(schema, { count: COUNT, now: NOW, ids }).map((row, index) => ({ ...row, ...STAMPS, id: IDS[index] ?? '' }));
}
