import { Button } from '@mantine/core';
import { translator } from '../../i18n/language.ts';
import { unexpected } from '../../lib/errors.ts';
import { notify, notifyDone, notifyError } from '../../lib/notify.ts';
import { CopyError, type RowCopy, readCopy, startRestore } from '../../lib/rowCopies.ts';

const FOLLOW_MS = 500;
/** Reads of the progress that may fail in a row. */
const FAILURES = 20;

interface Restored {
  readonly name: string;
  readonly snapshotId: string;
}

/** Replaces rows of the preview by those of snapshots, with its progress, and offers to undo that. */
export async function restoreRows(appId: string, tables: readonly Restored[], { isUndo = false } = {}): Promise<void> {
  const t = translator();
  try {
    const { state, undo = null, error } = await followed(appId, await startRestore(appId, tables));
    if (state === 'failed') return notifyError(error ?? unexpected());
    if (isUndo || undo === null) return notifyDone(t(isUndo ? 'app.restore.undone' : 'app.restore.rowsDone'));
    const back = () => void restoreRows(appId, replaced(tables, undo), { isUndo: true });
    await notify({
      autoClose: 20_000,
      message: (
        <>
          {t('app.restore.rowsDone')}{' '}
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

const replaced = (tables: readonly Restored[], snapshotId: string): Restored[] => tables.map(({ name }) => ({ name, snapshotId }));

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
