import { useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';

export interface QueryState {
  readonly query: URLSearchParams;
  readonly update: (change: (query: URLSearchParams) => void, options?: { readonly replace: boolean }) => void;
}

/** The query of the workspace's URL. Updates before the next render accumulate, unlike those of the router's own hook. */
export function useQueryState(): QueryState {
  const { state } = useLocation();
  const [query, setQuery] = useSearchParams();
  const latest = useRef(query);
  useEffect(() => {
    latest.current = query;
  }, [query]);
  return {
    query,
    update(change, options = { replace: false }) {
      const next = new URLSearchParams(latest.current);
      change(next);
      latest.current = next;
      setQuery(next, { ...options, state });
    },
  };
}
