import { call, type Fields, type TableAddress } from '../rows/api.ts';

export interface DeletedRow {
  /** Of the row, or of its former state. */
  readonly id: string;
  /** The row has another state now. */
  readonly isReplaced: boolean;
  readonly deletedAt: string;
  /** Null: a visitor. */
  readonly deletedBy: { readonly id: string; readonly name: string | null } | null;
  readonly by: 'hand' | 'assistant' | 'import' | 'app';
  readonly data: Fields;
}

interface Restored {
  readonly restored: number;
  readonly problems: readonly { readonly id: string; readonly message: string }[];
  /** Values that do not fit their columns any more. */
  readonly unconverted: readonly { readonly column: string }[];
}

/** Rows of one request. */
const BULK = 500;

/** The trash of one table, with the builder's session. */
export function createTrashApi({ appId, entity, rows }: TableAddress) {
  const at = (rest: string, values: Readonly<Record<string, string>> = {}) =>
    `/live_api/apps/${encodeURIComponent(appId)}/trash${rest}?${new URLSearchParams({ ...values, rows })}`;
  return {
    list: (after: string | null, signal?: AbortSignal) =>
      call<{ readonly rows: readonly DeletedRow[]; readonly next: string | null }>(
        'GET',
        at('', { entity, ...(after === null ? {} : { after }) }),
        { signal },
      ),
    /** Puts rows back with their ids; the sentences say why others are not back. `onProgress` gets the number of ids worked off. */
    restore: async (ids: readonly string[], onProgress: (done: number) => void = () => undefined): Promise<Restored> => {
      const parts: Restored[] = [];
      for (let start = 0; start < ids.length; start += BULK) {
        onProgress(start);
        parts.push(await call<Restored>('POST', at('/restore'), { body: { ids: ids.slice(start, start + BULK) } }));
      }
      return {
        restored: parts.reduce((sum, { restored }) => sum + restored, 0),
        problems: parts.flatMap(({ problems }) => problems),
        unconverted: parts.flatMap(({ unconverted }) => unconverted),
      };
    },
    purge: async (ids: readonly string[]): Promise<void> => {
      for (let start = 0; start < ids.length; start += BULK)
        await call<unknown>('DELETE', at(''), { body: { ids: ids.slice(start, start + BULK) } });
    },
  };
}
