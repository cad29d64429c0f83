import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useFileTargets } from '../../lib/workspace/hooks.ts';

/** A line of a file, from 1; a new object each time that it is opened. */
export interface Place {
  readonly path: string;
  readonly line: number | null;
  /** From 1; default: the start of the line. */
  readonly column?: number | null;
}

/**
 * Opens the files that other panels and addresses ask for: `?panel=code&file=pages/Home&line=12`. The address is cleared once it is read, so
 * that the same one opens the file again.
 */
export function useOpenedFiles(open: (path: string) => void) {
  const [place, setPlace] = useState<Place | null>(null);
  const [query, setQuery] = useSearchParams();
  const { state } = useLocation();
  const go = ({ path, line, column = null }: Place) => {
    setPlace({ path, line, column });
    open(path);
  };
  useFileTargets(({ file, line }) => go({ path: file, line }));

  const file = query.get('file');
  const line = query.get('line');
  const read = useEffectEvent((path: string) => {
    go({ path, line: lineOf(line) });
    const next = new URLSearchParams(query);
    next.delete('file');
    next.delete('line');
    setQuery(next, { replace: true, state });
  });
  // An effect: the address is outside of React, and it changes.
  useEffect(() => {
    if (file !== null) read(file);
  }, [file]);
  return { place, go, forget: () => setPlace(null) };
}

const lineOf = (text: string | null): number | null => (text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : null);
