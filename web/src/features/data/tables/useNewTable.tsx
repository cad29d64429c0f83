import { Button, Modal } from '@mantine/core';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { notifyError } from '../../../lib/notify.ts';
import { useIsViewer, useShownVersion, useTurn } from '../../../lib/workspace/hooks.ts';
import { NewTableForm } from './NewTableForm.tsx';

interface NewTableOptions {
  /** Names of the tables that the app has. */
  readonly taken: readonly string[];
  readonly onAdded: (name: string) => void;
}

/** Adds a table with its first columns. The dialog stays where it is while the button moves to the layout of phones. */
export function useNewTable({ taken, onAdded }: NewTableOptions): { readonly button: ReactNode; readonly dialog: ReactNode } {
  const t = useTranslations('tables');
  const { isBusy } = useTurn();
  const { currentId, mayChange } = useShownVersion();
  const isViewer = useIsViewer();
  const [isOpen, setIsOpen] = useState(false);
  if (currentId === null || isViewer) return { button: null, dialog: null };
  const open = () => {
    if (isBusy) return notifyError(t('busy'));
    if (mayChange()) setIsOpen(true);
  };
  return {
    button: (
      <Button size="xs" variant="default" leftSection={<Plus size={14} />} onClick={open}>
        {t('add')}
      </Button>
    ),
    dialog: (
      <Modal opened={isOpen} onClose={() => setIsOpen(false)} title={t('add')}>
        <NewTableForm
          taken={taken}
          versionId={currentId}
          onClose={() => setIsOpen(false)}
          onAdded={(name) => {
            setIsOpen(false);
            onAdded(name);
          }}
        />
      </Modal>
    ),
  };
}
