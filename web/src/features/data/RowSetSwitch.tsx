import { useQuery } from '@apollo/client/react';
import { SegmentedControl } from '@mantine/core';
import { Radio } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { AppTablesDocument } from '../../gen/data.ts';
import { useApp } from '../../lib/workspace/hooks.ts';
import type { TableSchema } from './columns.ts';
import classes from './DataPanel.module.css';
import type { RowSet } from './rows/api.ts';

interface RowSetSwitchProps {
  readonly rows: RowSet;
  readonly onChange: (rows: RowSet) => void;
}

interface LiveNoteProps {
  readonly table: string;
  readonly schema: TableSchema;
}

/** Says that changes reach the people who use the app, and when columns have changed since it was published. */
export function LiveNote({ table, schema }: LiveNoteProps) {
  const t = useTranslations('data.rowSet');
  const { id: appId, publishedVersionId } = useApp();
  const { data } = useQuery(AppTablesDocument, {
    variables: { appId, versionId: publishedVersionId ?? '' },
    skip: publishedVersionId === null,
    fetchPolicy: 'cache-first',
  });
  const published = data?.app.version.tables.find(({ name }) => name === table);
  const hasChanged = data !== undefined && columnsOf(published?.schema as TableSchema | undefined) !== columnsOf(schema);
  return (
    <p className={classes.live}>
      <Radio size={14} aria-hidden />
      {t(publishedVersionId === null ? 'unpublishedNote' : hasChanged ? 'changedNote' : 'liveNote')}
    </p>
  );
}

const columnsOf = (schema: TableSchema | undefined): string => JSON.stringify(schema?.properties ?? {});

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
