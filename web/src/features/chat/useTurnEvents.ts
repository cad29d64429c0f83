import { useSubscription } from '@apollo/client/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { TurnEventsDocument } from '../../gen/chat.ts';
import type { Turn, TurnEvent } from './liveTurn.ts';

interface TurnEventsOptions {
  readonly appId: string;
  /** The last turn as first fetched: null when the app has none, undefined while pending. */
  readonly start: Turn | null | undefined;
  /** An event was missed. */
  readonly isStale: boolean;
  /** Fetches the last turn again. */
  readonly read: () => Promise<Turn | null>;
  readonly onEvents: (events: readonly TurnEvent[]) => void;
}

interface TurnEvents {
  readonly isConnected: boolean;
  /** Subscribes to a new turn from the state in which the mutation returned it: its events may precede the subscription. */
  readonly follow: (turn: Turn) => void;
}

interface Cursor {
  readonly turnId: string | null;
  readonly after: number;
}

const cursorOf = (turn: Turn | null): Cursor => ({ turnId: turn?.id ?? null, after: turn?.lastSeq ?? 0 });
const reconnectPause = 2_000;

/**
 * Subscribes to an app's turns from a cursor, for as long as the component is mounted. The socket reconnects by itself with the same
 * cursor, so some events arrive twice; after a gap or an ended subscription the turn is refetched and the subscription resumes from there.
 * Events are delivered once per frame.
 */
export function useTurnEvents({ appId, start, isStale, read, onEvents }: TurnEventsOptions): TurnEvents {
  const [cursor, setCursor] = useState<Cursor | null>(null);
  const [isLost, setIsLost] = useState(false);
  if (cursor === null && start !== undefined) setCursor(cursorOf(start));

  const follow = useCallback((turn: Turn) => setCursor((current) => (current?.turnId === turn.id ? current : cursorOf(turn))), []);

  const pending = useRef<TurnEvent[]>([]);
  const frame = useRef(0);
  const flush = useCallback(() => {
    frame.current = 0;
    if (pending.current.length > 0) onEvents(pending.current.splice(0));
  }, [onEvents]);
  const receive = useCallback(
    (event: TurnEvent) => {
      pending.current.push(event);
      if (frame.current !== 0) return;
      // A hidden page gets no animation frames, but has to process the end of a turn.
      frame.current = document.hidden ? window.setTimeout(flush, 100) : requestAnimationFrame(flush);
    },
    [flush],
  );
  // Nor does it get the frame that was requested before it was hidden.
  useEffect(() => {
    document.addEventListener('visibilitychange', flush);
    return () => document.removeEventListener('visibilitychange', flush);
  }, [flush]);

  useSubscription(TurnEventsDocument, {
    variables: { appId, turnId: cursor?.turnId ?? null, after: cursor?.after ?? 0 },
    skip: cursor === null || isLost,
    fetchPolicy: 'no-cache',
    onData: ({ data }) => {
      if (data.data) receive(data.data.turnEvents);
    },
    onError: () => setIsLost(true),
    onComplete: () => setIsLost(true),
  });

  // One refetch at a time, not cancelled when the state recovers meanwhile: each ends with a new cursor, which runs this effect again. So a
  // gap that opens during a refetch is closed by the next one.
  const isFetching = useRef(false);
  const isUnmounted = useRef(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new cursor marks the end of a refetch
  useEffect(() => {
    if ((!isStale && !isLost) || isFetching.current) return;
    isFetching.current = true;
    const resume = () => {
      if (isUnmounted.current) return;
      read().then(
        (turn) => {
          isFetching.current = false;
          setCursor(cursorOf(turn));
          setIsLost(false);
        },
        () => window.setTimeout(resume, reconnectPause),
      );
    };
    if (isLost) window.setTimeout(resume, reconnectPause);
    else resume();
  }, [isStale, isLost, cursor, read]);

  return { isConnected: !isLost, follow };
}
