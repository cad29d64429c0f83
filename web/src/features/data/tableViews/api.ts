import { call, type TableAddress } from '../rows/api.ts';
import type { SavedArrangement } from '../useArrangement.ts';

/** A named arrangement of a table, the builder's own. */
export interface TableView {
  readonly id: string;
  readonly name: string;
  readonly arrangement: SavedArrangement;
}

/** The builder's views of one table. */
export function createViewsApi({ appId, entity }: Pick<TableAddress, 'appId' | 'entity'>) {
  const base = `/live_api/apps/${encodeURIComponent(appId)}/entities/${encodeURIComponent(entity)}/views`;
  const one = (id: string) => `${base}/${encodeURIComponent(id)}`;
  return {
    list: async () => (await call<{ views: readonly TableView[] }>('GET', base)).views,
    add: (view: Omit<TableView, 'id'>) => call<TableView>('POST', base, { body: view }),
    update: (id: string, changes: Partial<Omit<TableView, 'id'>>) => call<TableView>('PUT', one(id), { body: changes }),
    remove: (id: string) => call<unknown>('DELETE', one(id)),
  };
}
