import { Button, Skeleton, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { sentence } from '../../lib/errors.ts';
import { SnapshotError } from '../../lib/snapshots.ts';
import classes from './VersionsPanel.module.css';

/** A list while it is read, or when that has failed. */
export function Pending({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const t = useTranslations('common');
  if (error === undefined) return <Skeleton h={120} m={8} w="auto" role="status" aria-label={t('loading')} />;
  return (
    <div role="alert" className={classes.failure}>
      <Text fz="sm">{error instanceof SnapshotError ? error.message : sentence(error)}</Text>
      <Button size="compact-sm" variant="default" onClick={onRetry}>
        {t('tryAgain')}
      </Button>
    </div>
  );
}
