import { useEffect } from 'react';

/** Names the page in the tab and the history. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title === undefined || title === '' ? 'Sayso' : `${title} · Sayso`;
  }, [title]);
}
