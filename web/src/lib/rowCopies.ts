import { translator } from '../i18n/language.ts';
import { answerOf, refusalSentence } from './refusals.ts';

/** The rows of the preview, or those of the published app. */
export type RowSet = 'draft' | 'live';

/** A copy of rows from one set of an app to the other, which replaces the rows there. */
export interface RowCopy {
  readonly id: string;
  readonly state: 'queued' | 'running' | 'done' | 'failed';
  readonly done: number;
  readonly total: number;
  /** The snapshot of the rows that a restore of rows has replaced; null when they were none. */
  readonly undo?: string | null;
  /** The server's sentence. */
  readonly error: string | null;
}

/** The rows of a table in both sets. */
export interface CopiedTable {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

export interface CopyPreview {
  readonly tables: readonly CopiedTable[];
  /** One to the same set that is not done yet. */
  readonly copy: RowCopy | null;
}

export interface CopyAddress {
  readonly appId: string;
  readonly from: RowSet;
  readonly to: RowSet;
}

/** `message` is the sentence to show. */
export class CopyError extends Error {}

export const previewCopy = ({ appId, from, to }: CopyAddress, signal: AbortSignal) =>
  call<CopyPreview>(appId, `copies?${new URLSearchParams({ from, to })}`, { signal });

export const startCopy = ({ appId, ...sets }: CopyAddress, tables?: readonly string[]) =>
  call<RowCopy>(appId, 'copy', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...sets, tables }),
  });

/** Replaces the rows of tables in the preview by those of snapshots. */
export const startRestore = (appId: string, tables: readonly { readonly name: string; readonly snapshotId: string }[]) =>
  call<RowCopy>(appId, 'restore', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tables: tables.map(({ name, snapshotId }) => ({ name, snapshotId })) }),
  });

export type Side = 'target' | 'source';

type Fields = Readonly<Record<string, unknown>> | null;

/** A row that the app and the idea changed; null: the row was deleted there. */
export interface RowConflict {
  readonly id: string;
  readonly app: Fields;
  readonly idea: Fields;
  /** Both changed these; none where one side deleted the row. */
  readonly fields: readonly string[];
}

/** The rows of a table that a merge of an idea can take along. */
export interface TableMerge {
  readonly name: string;
  /** The app does not have the table. */
  readonly isNew: boolean;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly conflicts: number;
  /** The first conflicts. */
  readonly rows: readonly RowConflict[];
  /** Only the first rows are counted. */
  readonly isPartial: boolean;
}

export const previewRowMerge = (branchId: string, signal: AbortSignal) =>
  call<{ readonly tables: readonly TableMerge[] }>(branchId, 'merge', { signal });

export const readCopy = (appId: string, id: string, signal: AbortSignal) => call<RowCopy>(appId, `copy/${id}`, { signal });

async function call<T>(appId: string, rest: string, init: RequestInit): Promise<T> {
  const url = `/live_api/apps/${encodeURIComponent(appId)}/rows/${rest}`;
  const response = await fetch(url, { credentials: 'same-origin', ...init }).catch(() => null);
  if (response === null) throw new CopyError(translator()('common.unreachable'));
  const answer = (await answerOf(response).catch(() => null)) as T | null;
  if (response.ok && answer !== null) return answer;
  throw new CopyError(refusalSentence(response.status, answer));
}
