import { useCallback, useContext, useSyncExternalStore } from 'react';
import { TitlesContext } from './titles.ts';

const nothing = () => undefined;

/** The title of a referenced row; undefined until it is read, null when there is none to show. */
export function useTitle(table: string, id: string): string | null | undefined {
  const titles = useContext(TitlesContext);
  const subscribe = useCallback((listener: () => void) => titles?.subscribe(table, id, listener) ?? nothing, [titles, table, id]);
  return useSyncExternalStore(subscribe, () => (titles === null ? null : titles.title(table, id)));
}
