import { useEffect } from 'react';

/** Sets the title of the document. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title === undefined || title === '' ? 'Sayso' : `${title} · Sayso`;
  }, [title]);
}
