import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/** The row that the address of the page names, which the drawer shows. */
export function useOpenRow() {
  const [query, setQuery] = useSearchParams();
  const latest = useRef(setQuery);
  useEffect(() => {
    latest.current = setQuery;
  });
  /** The same function at each rendering, so that rows do not render again for it. Null closes the drawer. */
  const open = useCallback((id: string | null, table?: string) => {
    latest.current(
      (current) => {
        if (id === null) current.delete('row');
        else current.set('row', id);
        if (table !== undefined) current.set('table', table);
        return current;
      },
      { replace: true },
    );
  }, []);
  return { id: query.get('row'), open };
}
