import { Button } from '@mantine/core';
import { Plus, Rows3, SearchX, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import classes from './DataPanel.module.css';
import type { RowSet } from './rows/api.ts';
import type { RowPages } from './rows/pages.ts';

interface GridNoteProps {
  readonly pages: RowPages;
  /** No rows, pending ones included. */
  readonly isEmpty: boolean;
  readonly isFiltered: boolean;
  readonly rowSet: RowSet;
  readonly onClear: () => void;
  readonly onAdd: () => void;
}

/** Says why the grid has no rows, and what helps. */
export function GridNote({ pages, isEmpty, isFiltered, rowSet, onClear, onAdd }: GridNoteProps) {
  const t = useTranslations();
  const clear = isFiltered ? (
    <Button variant="default" onClick={onClear}>
      {t('data.clearFilter')}
    </Button>
  ) : null;
  const hasFailed = pages.error !== null && pages.count === null;
  if (!hasFailed && (!isEmpty || pages.count === null)) return null;
  return (
    <div className={classes.overlay}>
      {hasFailed ? (
        <EmptyNote icon={TriangleAlert} title={t('data.rowsFailed')} description={pages.error?.message ?? ''} role="alert">
          <Button variant="default" onClick={() => void pages.reload()}>
            {t('common.tryAgain')}
          </Button>
          {clear}
        </EmptyNote>
      ) : isFiltered ? (
        <EmptyNote icon={SearchX} title={t('data.noMatch')}>
          {clear}
        </EmptyNote>
      ) : (
        <EmptyNote icon={Rows3} title={t(rowSet === 'live' ? 'data.rowSet.noLiveRows' : 'data.noRows')} description={t('data.noRowsWhy')}>
          <Button variant="default" leftSection={<Plus size={14} />} onClick={onAdd}>
            {t('data.addRow')}
          </Button>
        </EmptyNote>
      )}
    </div>
  );
}
