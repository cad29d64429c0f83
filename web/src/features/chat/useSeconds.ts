import { useEffect, useState } from 'react';

/** A moment that is further away was told by a clock that is wrong. */
const plausible = 60 * 60;

/** Whole seconds since a moment, counting; since the first drawing when the moment cannot be right. */
export function useSeconds(since: number): number {
  const [now, setNow] = useState(() => Date.now());
  const [first] = useState(now);
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), 1000);
    return () => window.clearInterval(timer);
  }, []);
  const seconds = (now - since) / 1000;
  const shown = seconds >= 0 && seconds < plausible ? seconds : (now - first) / 1000;
  return Math.max(0, Math.floor(shown));
}

/** `12 s`, `2 min 5 s`. */
export function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`;
}
