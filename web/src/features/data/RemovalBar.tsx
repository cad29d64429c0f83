import { Button, Progress, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { HistoryButton } from './history/HistoryButton.tsx';
import classes from './RemovalBar.module.css';
import type { TableAddress } from './rows/api.ts';
import type { RemovalState } from './useRemoval.tsx';

interface RemovalBarProps {
  readonly removal: RemovalState;
  readonly address: TableAddress;
}

/** The number of selected rows and their deletion, or its progress; the history of a single one. */
export function RemovalBar({ removal, address }: RemovalBarProps) {
  const t = useTranslations();
  const { progress, total, checked } = removal;
  const [single] = checked.size === 1 ? checked.keys() : [];
  if (progress === null && total === 0) return null;
  return (
    <div className={classes.root} role="status">
      {progress === null ? (
        <>
          <Text fz="sm">{t('data.remove.selected', { count: total })}</Text>
          {single === undefined ? null : <HistoryButton address={address} rowId={single} />}
          <Button size="xs" variant="default" onClick={removal.clear}>
            {t('data.remove.deselect')}
          </Button>
          <Button size="xs" color="red" onClick={removal.askSelected}>
            {t('common.delete')}
          </Button>
        </>
      ) : (
        <>
          <Text fz="sm">{t('data.remove.progress', { done: String(progress.done), total: String(progress.total) })}</Text>
          <Progress
            w={120}
            size="sm"
            value={(100 * progress.done) / Math.max(1, progress.total)}
            aria-label={t('data.remove.progress', { done: String(progress.done), total: String(progress.total) })}
          />
          <Button size="xs" variant="default" onClick={removal.cancel}>
            {t('common.cancel')}
          </Button>
        </>
      )}
    </div>
  );
}
