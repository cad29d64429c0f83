import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { FailedNote } from './FailedNote.tsx';
import classes from './PanelPage.module.css';

/** The content of a panel that scrolls as one page. */
export function PanelPage({ children }: { readonly children: ReactNode }) {
  return <div className={classes.root}>{children}</div>;
}

/** A note in the middle of a panel that has nothing else to show. */
export function PanelNote({ children }: { readonly children: ReactNode }) {
  return <div className={classes.note}>{children}</div>;
}

interface PanelPendingProps {
  /** The title of the failure. */
  readonly failed: string;
  /** Undefined while the data is loading. */
  readonly error: Error | undefined;
  readonly onRetry: () => unknown;
}

/** A panel before its data: a skeleton, or why it could not be loaded. */
export function PanelPending({ failed, error, onRetry }: PanelPendingProps) {
  const t = useTranslations('common');
  if (error !== undefined)
    return (
      <PanelNote>
        <FailedNote title={failed} error={error} onRetry={onRetry} />
      </PanelNote>
    );
  return (
    <div className={classes.root} role="status" aria-label={t('loading')}>
      <Skeleton h={96} radius={12} />
      <Skeleton h={96} radius={12} mt={12} />
    </div>
  );
}
