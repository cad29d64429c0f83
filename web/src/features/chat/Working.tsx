import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Turn } from './liveTurn.ts';
import classes from './TurnNotice.module.css';
import { duration, useSeconds } from './useSeconds.ts';

/** Seconds before the elapsed time is shown: shorter ones would only flicker. */
const shownAfter = 3;
/** Seconds without output after which the model counts as quiet; one that is writing pauses for less. */
const quietAfter = 8;

/** What the assistant is doing, with the elapsed time once that is long. */
export function Working({ children, since }: { readonly children: string; readonly since?: number }) {
  return (
    <p className={classes.working} role="status">
      <span className={classes.dots} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {children}
      {since === undefined ? null : <Elapsed since={since} />}
    </p>
  );
}

/** Hidden from screen readers: announced every second, it would drown out everything else. */
function Elapsed({ since }: { readonly since: number }) {
  const seconds = useSeconds(since);
  return seconds < shownAfter ? null : (
    <span className={classes.elapsed} aria-hidden="true">
      {duration(seconds)}
    </span>
  );
}

/** Says that the answer waits for the model when no event has arrived for a while. */
export function Quiet({ turn }: { readonly turn: Turn }) {
  const t = useTranslations();
  const [progress, setProgress] = useState(() => ({ turn, at: Date.now() }));
  if (progress.turn !== turn) setProgress({ turn, at: Date.now() });
  const seconds = useSeconds(progress.at);
  return seconds < quietAfter ? null : <Working since={progress.at}>{t('chat.turn.waiting')}</Working>;
}
