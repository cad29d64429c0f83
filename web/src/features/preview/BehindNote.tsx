import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import classes from './PreviewPane.module.css';

/** Why the preview shows an older build than the code. */
export type Behind = 'failed' | 'unsaved' | 'building';

/** A build usually takes less: what is over that soon needs no words. */
const pause = 700;

const texts: Readonly<Record<Behind, string>> = {
  failed: 'The code has an error. This is the last build that worked.',
  unsaved: 'Your unsaved changes are not in the preview yet.',
  building: 'The preview is updating to the latest code.',
};

interface BehindNoteProps {
  readonly behind: Behind;
  readonly onShowCode: () => void;
}

/** A line over the preview; it waits a moment while a build is being made. */
export function BehindNote({ behind, onShowCode }: BehindNoteProps) {
  const [isDue, setIsDue] = useState(behind !== 'building');
  useEffect(() => {
    const timer = window.setTimeout(() => setIsDue(true), pause);
    return () => window.clearTimeout(timer);
  }, []);
  if (!isDue) return null;
  return (
    <div className={classes.behind} role="status">
      <span>{texts[behind]}</span>
      {behind === 'building' ? null : (
        <Button size="compact-sm" variant="default" onClick={onShowCode}>
          Show code
        </Button>
      )}
    </div>
  );
}
