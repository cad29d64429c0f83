import { useSearchParams } from 'react-router';
import type { RowSet } from './rows/api.ts';
import { type ViewedAs, viewedAs } from './viewAs/viewed-as.ts';

/** The table, the rows and whose view of them the address of the page names; draft rows, unless it says `live`. */
export function useShownTable() {
  const [query, setQuery] = useSearchParams();
  const set = (name: string, value: string | null) =>
    setQuery(
      (current) => {
        if (value === null) current.delete(name);
        else current.set(name, value);
        // The drawer shows a row of the table before; the filter by a creator is for one table.
        current.delete('row');
        current.delete('creator');
        return current;
      },
      { replace: true },
    );
  return {
    name: query.get('table'),
    rows: (query.get('rows') === 'live' ? 'live' : 'draft') as RowSet,
    as: viewedAs(query.get('as')),
    creator: query.get('creator'),
    viewAs: (as: ViewedAs | null) => set('as', as),
    choose: (name: string) => set('table', name),
    chooseRows: (rows: RowSet) => set('rows', rows === 'live' ? 'live' : null),
  };
}
