import { Button } from '@mantine/core';
import { translator } from '../i18n/language.ts';
import { unexpected } from './errors.ts';
import { notify, notifyDone, notifyError } from './notify.ts';
import { CopyError, type RowCopy, readCopy, startRestore } from './rowCopies.ts';

const FOLLOW_MS = 500;
/** Reads of the progress that may fail in a row. */
const FAILURES = 20;

interface Restored {
  readonly name: string;
  readonly snapshotId: string;
}

/** Replaces rows of the preview by those of snapshots, with its progress, and offers to undo that. */
export async function restoreRows(appId: string, tables: readonly Restored[], { isUndo = false } = {}): Promise<void> {
  const done = translator()(isUndo ? 'app.restore.undone' : 'app.restore.rowsDone');
  await followRows(appId, () => startRestore(appId, tables), { done, undone: isUndo ? null : tables.map(({ name }) => name) });
}

interface Followed {
  /** What to say at the end. */
  readonly done: string;
  /** The tables that are as before after an undo; null: it is not offered. */
  readonly undone: readonly string[] | null;
}

/** Shows the progress of a job that changes rows of the preview, and offers to undo it once it is done. */
export async function followRows(appId: string, begin: () => Promise<RowCopy>, { done, undone }: Followed): Promise<void> {
  const t = translator();
  try {
    const { state, undo = null, error } = await followed(appId, await begin());
    if (state === 'failed') return notifyError(error ?? unexpected());
    if (undone === null || undo === null) return notifyDone(done);
    const back = () =>
      void restoreRows(
        appId,
        undone.map((name) => ({ name, snapshotId: undo })),
        { isUndo: true },
      );
    await notify({
      autoClose: 20_000,
      message: (
        <>
          {done}{' '}
          <Button size="compact-xs" variant="subtle" onClick={back}>
            {t('app.restore.undo')}
          </Button>
        </>
      ),
    });
  } catch (failure) {
    notifyError(failure instanceof CopyError ? failure.message : unexpected());
  }
}

/** The copy once it has ended. */
async function followed(appId: string, begun: RowCopy): Promise<RowCopy> {
  let [copy, failures] = [begun, 0];
  while (copy.state === 'queued' || copy.state === 'running') {
    notifyDone(translator()('app.restore.rowsRunning', { done: copy.done, total: copy.total }));
    await new Promise((resolve) => setTimeout(resolve, FOLLOW_MS));
    try {
      copy = await readCopy(appId, copy.id, AbortSignal.timeout(30_000));
      failures = 0;
    } catch (failure) {
      // The job goes on without its page.
      if (++failures > FAILURES) throw failure;
    }
  }
  return copy;
}
