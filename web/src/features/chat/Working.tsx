import { useState } from 'react';
import type { Turn } from './liveTurn.ts';
import classes from './TurnNotice.module.css';
import { duration, useSeconds } from './useSeconds.ts';

/** Before this, the time would only flicker by, in seconds. */
const shownAfter = 3;
/** A model that writes pauses for less, in seconds. */
const quietAfter = 8;

/** What goes on, with how long it has taken once that is long. */
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

/** Counts for the eye alone: read out each second, it would drown everything else. */
function Elapsed({ since }: { readonly since: number }) {
  const seconds = useSeconds(since);
  return seconds < shownAfter ? null : (
    <span className={classes.elapsed} aria-hidden="true">
      {duration(seconds)}
    </span>
  );
}

/** Says that the answer waits for the model when nothing has come for a while. */
export function Quiet({ turn }: { readonly turn: Turn }) {
  const [heard, setHeard] = useState(() => ({ turn, at: Date.now() }));
  if (heard.turn !== turn) setHeard({ turn, at: Date.now() });
  const seconds = useSeconds(heard.at);
  return seconds < quietAfter ? null : <Working since={heard.at}>Waiting for the language model</Working>;
}
