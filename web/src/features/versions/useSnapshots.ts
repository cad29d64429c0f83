import { useEffect, useState } from 'react';
import { unexpected } from '../../lib/errors.ts';
import { notifyError } from '../../lib/notify.ts';
import { deleteSnapshot, listSnapshots, type Snapshot, SnapshotError } from '../../lib/snapshots.ts';

/** The snapshots of an app's rows; null until they are read. */
export function useSnapshots(appId: string) {
  const [snapshots, setSnapshots] = useState<readonly Snapshot[] | null>(null);
  const [error, setError] = useState<Error | undefined>(undefined);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round reads again
  useEffect(() => {
    const abort = new AbortController();
    listSnapshots(appId, abort.signal).then(
      (read) => abort.signal.aborted || setSnapshots(read),
      (failure: Error) => abort.signal.aborted || setError(failure),
    );
    return () => abort.abort();
  }, [appId, round]);
  return {
    snapshots,
    error,
    reload() {
      setError(undefined);
      setRound((last) => last + 1);
    },
    remove(id: string) {
      deleteSnapshot(appId, id).then(
        () => setSnapshots((all) => all?.filter((each) => each.id !== id) ?? null),
        (failure: unknown) => notifyError(failure instanceof SnapshotError ? failure.message : unexpected()),
      );
    },
  };
}
