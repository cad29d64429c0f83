import { ActionIcon, Tooltip } from '@mantine/core';
import { Upload } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazyCode } from '../../../lib/loadCode.ts';
import type { TableAddress } from '../rows/api.ts';

const ImportWizard = lazyCode(() => import('./ImportWizard.tsx'));

interface ImportButtonProps {
  readonly table: TableAddress;
  readonly onDone: () => void;
}

/** Opens the wizard, which is loaded then. */
export function ImportButton({ table, onDone }: ImportButtonProps) {
  const t = useTranslations();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Tooltip label={t('import.title')}>
        <ActionIcon size={30} aria-label={t('import.title')} onClick={() => setIsOpen(true)}>
          <Upload size={16} />
        </ActionIcon>
      </Tooltip>
      <Suspense>{isOpen ? <ImportWizard {...table} onDone={onDone} onClose={() => setIsOpen(false)} /> : null}</Suspense>
    </>
  );
}
