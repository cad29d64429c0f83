import { useEffect, useState } from 'react';
import { unexpected } from './errors.ts';
import { type CopyAddress, CopyError, type CopyPreview, previewCopy, type RowCopy, readCopy, startCopy } from './rowCopies.ts';

const FOLLOW_MS = 500;

export interface RowCopyState {
  /** Null until it is read. */
  readonly preview: CopyPreview | null;
  /** The copy that was started, here or before. */
  readonly copy: RowCopy | null;
  readonly isCopying: boolean;
  readonly error: string | null;
  start(): Promise<void>;
  /** Reads what a copy would replace again. */
  reload(): void;
}

/** A copy of the app's rows from one set to the other: what it replaces, its start and its progress. */
export function useRowCopy({ appId, from, to }: CopyAddress, tables?: readonly string[]): RowCopyState {
  const [preview, setPreview] = useState<CopyPreview | null>(null);
  const [copy, setCopy] = useState<RowCopy | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const isCopying = copy !== null && (copy.state === 'queued' || copy.state === 'running');

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round reads again
  useEffect(() => {
    const abort = new AbortController();
    previewCopy({ appId, from, to }, abort.signal).then(
      (read) => {
        if (abort.signal.aborted) return;
        setPreview(read);
        if (read.copy !== null) setCopy(read.copy);
      },
      (failure: unknown) => abort.signal.aborted || setError(messageOf(failure)),
    );
    return () => abort.abort();
  }, [appId, from, to, round]);

  useEffect(() => {
    if (!isCopying || copy === null) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      // A failed read is repeated: the copy goes on without its page.
      readCopy(appId, copy.id, abort.signal).then(
        (read) => abort.signal.aborted || setCopy(read),
        () => abort.signal.aborted || setCopy({ ...copy }),
      );
    }, FOLLOW_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [appId, copy, isCopying]);

  return {
    preview,
    copy,
    isCopying,
    error: error ?? (copy?.state === 'failed' ? (copy.error ?? unexpected()) : null),
    async start() {
      setError(null);
      try {
        setCopy(await startCopy({ appId, from, to }, tables));
      } catch (failure) {
        setCopy(null);
        setError(messageOf(failure));
      }
    },
    reload() {
      setError(null);
      setCopy(null);
      setRound((last) => last + 1);
    },
  };
}

function messageOf(failure: unknown): string {
  return failure instanceof CopyError ? failure.message : unexpected();
}
