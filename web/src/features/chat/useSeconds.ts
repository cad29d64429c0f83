import { useEffect, useState } from 'react';

/** Seconds; a larger difference means that one of the clocks is wrong. */
const plausible = 60 * 60;

/** Seconds since a timestamp, updated every second; since the first render when the timestamp is implausible. */
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
