import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import classes from './PreviewPane.module.css';

/** Why the preview's build is older than the code. */
export type Behind = 'failed' | 'unsaved' | 'building';

/** Milliseconds; most builds take less and need no note. */
const delay = 700;

interface BehindNoteProps {
  readonly behind: Behind;
  /** What is said while packages that the app needs are fetched; null otherwise. */
  readonly fetching: string | null;
  readonly onShowCode: () => void;
}

/** Note over the preview; delayed while a build is running. */
export function BehindNote({ behind, fetching, onShowCode }: BehindNoteProps) {
  const t = useTranslations();
  const [isDue, setIsDue] = useState(behind !== 'building');
  useEffect(() => {
    const timer = window.setTimeout(() => setIsDue(true), delay);
    return () => window.clearTimeout(timer);
  }, []);
  if (!isDue) return null;
  return (
    <div className={classes.behind} role="status">
      <span>{(behind === 'building' ? fetching : null) ?? t(`preview.behind.${behind}`)}</span>
      {behind === 'building' ? null : (
        <Button size="compact-sm" variant="default" onClick={onShowCode}>
          {t('preview.showCode')}
        </Button>
      )}
    </div>
  );
}
