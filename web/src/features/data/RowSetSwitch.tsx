import { SegmentedControl } from '@mantine/core';
import { Radio } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useApp } from '../../lib/workspace/hooks.ts';
import classes from './DataPanel.module.css';
import type { RowSet } from './rows/api.ts';

interface RowSetSwitchProps {
  readonly rows: RowSet;
  readonly onChange: (rows: RowSet) => void;
}

/** Says that changes reach the people who use the app. */
export function LiveNote() {
  const t = useTranslations('data.rowSet');
  const isPublished = useApp().publishedVersionId !== null;
  return (
    <p className={classes.live}>
      <Radio size={14} aria-hidden />
      {t(isPublished ? 'liveNote' : 'unpublishedNote')}
    </p>
  );
}

/** Chooses between the rows of the preview and those of the published app. */
export function RowSetSwitch({ rows, onChange }: RowSetSwitchProps) {
  const t = useTranslations('data.rowSet');
  return (
    <SegmentedControl
      className={classes.rowSet}
      size="xs"
      fullWidth
      aria-label={t('label')}
      value={rows}
      onChange={(value) => onChange(value as RowSet)}
      data={[
        { value: 'draft', label: t('draft') },
        { value: 'live', label: t('live') },
      ]}
    />
  );
}
