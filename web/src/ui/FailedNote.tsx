import { Button } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { sentence } from '../lib/errors.ts';
import { EmptyNote } from './EmptyNote.tsx';

interface FailedNoteProps {
  readonly title: string;
  /** Why it failed, unless the title says all. */
  readonly error?: Error | string | undefined;
  /** A further failure is shown by the caller. */
  readonly onRetry: () => unknown;
  /** Further next steps, as buttons. */
  readonly children?: ReactNode;
}

/** A part of a screen that could not be loaded: why, and a button to try again. */
export function FailedNote({ title, error, onRetry, children }: FailedNoteProps) {
  const t = useTranslations('common');
  const retry = () => void Promise.resolve(onRetry()).catch(() => undefined);
  const reason = typeof error === 'object' ? sentence(error) : error;
  return (
    <EmptyNote icon={TriangleAlert} title={title} description={reason || undefined} role="alert">
      <Button variant="default" onClick={retry}>
        {t('tryAgain')}
      </Button>
      {children}
    </EmptyNote>
  );
}
