import { Button, Progress, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { HistoryButton } from './history/HistoryButton.tsx';
import classes from './RemovalBar.module.css';
import type { TableAddress } from './rows/api.ts';
import type { Change, Progress as Count } from './rows/table-rows.ts';
import type { RemovalState } from './useRemoval.tsx';

interface RemovalBarProps {
  readonly removal: RemovalState;
  /** Deleted rows that are being put back. */
  readonly restoring: Count | null;
  readonly address: TableAddress;
  /** Changes rows; null where they are only read. */
  readonly onChange: ((changes: readonly Change[]) => Promise<void>) | null;
}

/** The number of selected rows and their deletion, or its progress; the history of a single one. */
export function RemovalBar({ removal, restoring, address, onChange }: RemovalBarProps) {
  const t = useTranslations();
  const { progress, total, checked } = removal;
  const [single] = checked.size === 1 ? checked.keys() : [];
  if (restoring !== null) {
    return (
      <div className={classes.root} role="status">
        <CountShown text={t('data.remove.restoring', textsOf(restoring))} count={restoring} />
      </div>
    );
  }
  if (progress === null && total === 0) return null;
  return (
    <div className={classes.root} role="status">
      {progress === null ? (
        <>
          <Text fz="sm">{t('data.remove.selected', { count: total })}</Text>
          {single === undefined ? null : <HistoryButton address={address} rowId={single} onChange={onChange} />}
          <Button size="xs" variant="default" onClick={removal.clear}>
            {t('data.remove.deselect')}
          </Button>
          <Button size="xs" color="red" onClick={removal.askSelected}>
            {t('common.delete')}
          </Button>
        </>
      ) : (
        <>
          <CountShown text={t('data.remove.progress', textsOf(progress))} count={progress} />
          <Button size="xs" variant="default" onClick={removal.cancel}>
            {t('common.cancel')}
          </Button>
        </>
      )}
    </div>
  );
}

const textsOf = ({ done, total }: Count) => ({ done: String(done), total: String(total) });

function CountShown({ text, count: { done, total } }: { readonly text: string; readonly count: Count }) {
  return (
    <>
      <Text fz="sm">{text}</Text>
      <Progress w={120} size="sm" value={(100 * done) / Math.max(1, total)} aria-label={text} />
    </>
  );
}
