import '@mantine/core/styles/Progress.css';
import { Button, Progress, Switch, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { FormError } from '../../ui/FormError.tsx';
import classes from './PublishPanel.module.css';
import type { PreviewRowsState } from './usePreviewRows.ts';

interface PreviewRowsProps {
  readonly rows: PreviewRowsState;
  readonly isPublished: boolean;
}

/** Offers to copy the rows of the preview to a published app that has none. */
export function PreviewRows({ rows, isPublished }: PreviewRowsProps) {
  const t = useTranslations('publish.rows');
  const tAll = useTranslations();
  const { tables, state } = rows;
  const { copy, isCopying, error } = state;
  if (tables.length === 0) return null;
  const list = (
    <ul className={classes.audience}>
      {tables.map(({ name, from }) => (
        <li key={name}>{t('table', { table: name, count: from })}</li>
      ))}
    </ul>
  );
  if (copy?.state === 'done') {
    return (
      <Text fz="sm" role="status">
        {t('done')}
      </Text>
    );
  }
  if (isCopying && copy !== null) {
    const percent = Math.floor((100 * copy.done) / Math.max(1, copy.total));
    return (
      <div role="status">
        <Text fz="sm" mb={4}>
          {t('progress', { percent: String(percent) })}
        </Text>
        <Progress size="sm" value={percent} aria-label={t('progress', { percent: String(percent) })} />
      </div>
    );
  }
  if (!isPublished) {
    return (
      <div>
        <Switch
          label={t('with')}
          description={t('withWhy')}
          labelPosition="left"
          classNames={{ body: classes.switch, labelWrapper: classes.switchLabel }}
          checked={rows.isChosen}
          onChange={(event) => rows.choose(event.currentTarget.checked)}
        />
        {list}
      </div>
    );
  }
  return (
    <div>
      <Text component="h3" fz="sm" fw={600} m={0}>
        {t('empty')}
      </Text>
      <Text fz="sm" c="dimmed">
        {t('emptyWhy')}
      </Text>
      {list}
      <FormError message={error} />
      <Button mt={8} size="compact-sm" variant="default" onClick={() => void state.start()}>
        {error === null ? t('copy') : tAll('common.tryAgain')}
      </Button>
    </div>
  );
}
