import { Button, Skeleton } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { sentence } from '../lib/errors.ts';
import { EmptyNote } from './EmptyNote.tsx';
import classes from './ListBox.module.css';

interface ListBoxProps {
  /** Whether the children can be shown: the content, or that it is empty. */
  readonly isLoaded: boolean;
  readonly error: Error | undefined;
  /** Title of the note in place of content that could not be loaded. */
  readonly failed: string;
  readonly onRetry: () => Promise<unknown>;
  readonly children: ReactNode;
}

/** A bordered list of a page in each of its states. */
export function ListBox({ isLoaded, error, failed, onRetry, children }: ListBoxProps) {
  const t = useTranslations('common');
  if (isLoaded) return <div className={classes.root}>{children}</div>;
  if (error === undefined)
    return (
      <div className={classes.root} role="status" aria-label={t('loading')}>
        {['a', 'b', 'c'].map((key) => (
          <Skeleton key={key} h={40} m={16} w="auto" />
        ))}
      </div>
    );
  return (
    <div className={classes.root}>
      <EmptyNote icon={TriangleAlert} title={failed} description={sentence(error)} role="alert">
        <Button variant="default" onClick={() => void onRetry().catch(() => undefined)}>
          {t('tryAgain')}
        </Button>
      </EmptyNote>
    </div>
  );
}
