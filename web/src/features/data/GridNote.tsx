import { Button } from '@mantine/core';
import { EyeOff, Plus, Rows3, SearchX, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import { FailedNote } from '../../ui/FailedNote.tsx';
import classes from './DataPanel.module.css';
import { ApiError, type TableAddress } from './rows/api.ts';
import type { RowPages } from './rows/pages.ts';

interface GridNoteProps {
  readonly pages: RowPages;
  /** No rows, pending ones included. */
  readonly isEmpty: boolean;
  readonly isFiltered: boolean;
  readonly table: TableAddress;
  readonly onClear: () => void;
  /** Null for people who may add none. */
  readonly onAdd: (() => void) | null;
}

/** Says why the grid has no rows, and what helps. */
export function GridNote({ pages, isEmpty, isFiltered, table, onClear, onAdd }: GridNoteProps) {
  const t = useTranslations();
  const clear = isFiltered ? (
    <Button variant="default" onClick={onClear}>
      {t('data.clearFilter')}
    </Button>
  ) : null;
  const hasFailed = pages.error !== null && pages.count === null;
  if (!hasFailed && (!isEmpty || pages.count === null)) return null;
  if (table.as != null && !isFiltered) return <Viewed pages={pages} />;
  return (
    <div className={classes.overlay}>
      {hasFailed ? (
        <FailedNote title={t('data.rowsFailed')} error={pages.error?.message} onRetry={() => pages.reload()}>
          {clear}
        </FailedNote>
      ) : isFiltered ? (
        <EmptyNote icon={SearchX} title={t('data.noMatch')}>
          {clear}
        </EmptyNote>
      ) : (
        <NoRows table={table} onAdd={onAdd} />
      )}
    </div>
  );
}

function NoRows({ table, onAdd }: Pick<GridNoteProps, 'table' | 'onAdd'>) {
  const t = useTranslations();
  const title = t(table.rows === 'live' ? 'data.rowSet.noLiveRows' : 'data.noRows');
  if (onAdd === null) return <EmptyNote icon={Rows3} title={title} />;
  return (
    <EmptyNote icon={Rows3} title={title} description={t('data.noRowsWhy')}>
      <Button variant="default" leftSection={<Plus size={14} />} onClick={onAdd}>
        {t('data.addRow')}
      </Button>
    </EmptyNote>
  );
}

/** For a view as another user that shows no row. */
function Viewed({ pages: { error } }: Pick<GridNoteProps, 'pages'>) {
  const t = useTranslations();
  const isRefused = error instanceof ApiError && [401, 403].includes(error.status);
  return (
    <div className={classes.overlay}>
      {error === null ? (
        <EmptyNote icon={Rows3} title={t('data.noRows')} />
      ) : (
        <EmptyNote
          icon={isRefused ? EyeOff : TriangleAlert}
          title={t(isRefused ? 'viewAs.refused' : 'data.rowsFailed')}
          description={error.message}
          role="alert"
        />
      )}
    </div>
  );
}
