import { Button } from '@mantine/core';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { RowSet } from '../../../lib/rowCopies.ts';
import { CopyRows } from './CopyRows.tsx';

interface CopyRowsButtonProps {
  readonly appId: string;
  /** The set that is shown, and would be replaced. */
  readonly to: RowSet;
  readonly onDone: () => void;
}

/** Offers to copy the rows of the other set to the one that is shown. */
export function CopyRowsButton({ appId, to, onDone }: CopyRowsButtonProps) {
  const t = useTranslations('copy');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        justify="start"
        mb={4}
        leftSection={<Copy size={14} />}
        onClick={() => setIsOpen(true)}
      >
        {t(`open.${to}`)}
      </Button>
      {isOpen ? (
        <CopyRows appId={appId} from={to === 'live' ? 'draft' : 'live'} to={to} onDone={onDone} onClose={() => setIsOpen(false)} />
      ) : null}
    </>
  );
}
