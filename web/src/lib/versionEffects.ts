import { answerOf, refusalSentence } from './refusals.ts';

/** A column that restoring a version changes. Counts are null where the rows of the table are hidden. */
export interface ColumnEffect {
  readonly name: string;
  readonly kind: 'added' | 'removed' | 'renamed' | 'retyped';
  readonly from: string | null;
  readonly values: number | null;
  /** Values that do not fit the new type. */
  readonly unconverted: number | null;
}

/** A table that comes, goes or changes. */
export interface TableEffect {
  readonly name: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly rows: number | null;
  readonly columns: readonly ColumnEffect[];
  /** Only the values of the first rows are counted. */
  readonly isPartial: boolean;
}

/** The rows of a table in the preview, as they were at a time. */
export interface RowSnapshot {
  readonly name: string;
  readonly snapshotId: string;
  readonly at: string;
  readonly rows: number;
}

export interface VersionEffects {
  readonly tables: readonly TableEffect[];
  /** The rows that can be restored with the version. */
  readonly snapshots: readonly RowSnapshot[];
}

/** What restoring a version does to the rows of the preview. Throws an error without details. */
export async function readVersionEffects(appId: string, versionId: string, signal: AbortSignal): Promise<VersionEffects> {
  const url = `/live_api/apps/${encodeURIComponent(appId)}/versions/${encodeURIComponent(versionId)}/effects`;
  const response = await fetch(url, { credentials: 'same-origin', signal });
  const answer = await answerOf(response);
  if (!response.ok || answer === null) throw new Error(refusalSentence(response.status, answer));
  return answer as VersionEffects;
}
