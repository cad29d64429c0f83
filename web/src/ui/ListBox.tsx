import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { FailedNote } from './FailedNote.tsx';
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
      <FailedNote title={failed} error={error} onRetry={onRetry} />
    </div>
  );
}
