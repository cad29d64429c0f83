import { Button, Drawer } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { TableAddress } from '../rows/api.ts';
import type { Change } from '../rows/table-rows.ts';
import { RowHistory } from './RowHistory.tsx';

interface HistoryButtonProps {
  readonly address: TableAddress;
  readonly rowId: string;
  /** Changes the row; null where rows are only read. */
  readonly onChange: ((changes: readonly Change[]) => Promise<void>) | null;
}

/** Opens the history of a row beside the grid. */
export function HistoryButton({ address, rowId, onChange }: HistoryButtonProps) {
  const t = useTranslations();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setIsOpen(true)}>
        {t('history.open')}
      </Button>
      <Drawer
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        position="right"
        size={480}
        title={t('history.title')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        {isOpen ? <RowHistory {...address} rowId={rowId} onChange={onChange} /> : null}
      </Drawer>
    </>
  );
}
