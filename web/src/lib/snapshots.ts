import { translator } from '../i18n/language.ts';
import { answerOf, refusalSentence } from './refusals.ts';
import type { RowSet } from './rowCopies.ts';

/** Rows of tables as they were before a change. */
export interface Snapshot {
  readonly id: string;
  readonly rows: RowSet;
  readonly at: string;
  /** Before whose change of columns it was taken; null: before rows were restored, or taken along from an idea. */
  readonly version: { readonly id: string; readonly title: string } | null;
  readonly tables: readonly SnapshotTable[];
}

export interface SnapshotTable {
  readonly name: string;
  readonly rows: number;
  readonly bytes: number;
  /** The rows of the table now; null: the app does not have it. */
  readonly present: number | null;
}

/** `message` is the sentence to show. */
export class SnapshotError extends Error {}

export const listSnapshots = async (appId: string, signal: AbortSignal) =>
  (await call<{ readonly snapshots: readonly Snapshot[] }>(appId, '', { signal })).snapshots;

export const deleteSnapshot = (appId: string, id: string) => call(appId, `/${encodeURIComponent(id)}`, { method: 'DELETE' });

async function call<T>(appId: string, rest: string, init: RequestInit): Promise<T> {
  const url = `/live_api/apps/${encodeURIComponent(appId)}/snapshots${rest}`;
  const response = await fetch(url, { credentials: 'same-origin', ...init }).catch(() => null);
  if (response === null) throw new SnapshotError(translator()('common.unreachable'));
  const answer = (await answerOf(response).catch(() => null)) as T | null;
  if (response.ok && answer !== null) return answer;
  throw new SnapshotError(refusalSentence(response.status, answer));
}
