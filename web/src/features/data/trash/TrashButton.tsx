import { ActionIcon, Tooltip } from '@mantine/core';
import { ArchiveRestore } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazyCode } from '../../../lib/loadCode.ts';
import type { TableAddress } from '../rows/api.ts';

const TrashView = lazyCode(() => import('./TrashView.tsx'));

interface TrashButtonProps {
  readonly table: TableAddress;
  readonly onRestored: () => void;
}

/** Opens the deleted rows of the table, which are loaded then. */
export function TrashButton({ table, onRestored }: TrashButtonProps) {
  const t = useTranslations('trash');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Tooltip label={t('open')}>
        <ActionIcon size={30} aria-label={t('open')} onClick={() => setIsOpen(true)}>
          <ArchiveRestore size={16} />
        </ActionIcon>
      </Tooltip>
      <Suspense>{isOpen ? <TrashView table={table} onRestored={onRestored} onClose={() => setIsOpen(false)} /> : null}</Suspense>
    </>
  );
}
