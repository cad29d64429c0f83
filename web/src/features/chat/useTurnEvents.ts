import { useSubscription } from '@apollo/client/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { TurnEventsDocument } from '../../gen/chat.ts';
import type { Turn, TurnEvent } from './liveTurn.ts';

interface TurnEventsOptions {
  readonly appId: string;
  /** The last turn as it was first read: null when the app has none, undefined before it is known. */
  readonly start: Turn | null | undefined;
  /** An event was missed. */
  readonly isStale: boolean;
  /** Reads the last turn again. */
  readonly read: () => Promise<Turn | null>;
  readonly onEvents: (events: readonly TurnEvent[]) => void;
}

interface TurnEvents {
  readonly isConnected: boolean;
  /** Listens to a turn that was just begun, from the state in which it was answered: it may have begun before anybody listened. */
  readonly follow: (turn: Turn) => void;
}

interface Cursor {
  readonly turnId: string | null;
  readonly after: number;
}

const cursorOf = (turn: Turn | null): Cursor => ({ turnId: turn?.id ?? null, after: turn?.lastSeq ?? 0 });
const reconnectPause = 2_000;

/**
 * Listens to an app's turns from the last event known, for good. The socket reconnects by itself and asks again from the same
 * event, so some come twice; after a gap or an ended stream the turn is read again and listening goes on from there.
 * Events are handed on once per frame.
 */
export function useTurnEvents({ appId, start, isStale, read, onEvents }: TurnEventsOptions): TurnEvents {
  const [cursor, setCursor] = useState<Cursor | null>(null);
  const [isLost, setIsLost] = useState(false);
  if (cursor === null && start !== undefined) setCursor(cursorOf(start));

  const follow = useCallback((turn: Turn) => setCursor((current) => (current?.turnId === turn.id ? current : cursorOf(turn))), []);

  const waiting = useRef<TurnEvent[]>([]);
  const frame = useRef(0);
  const flush = useCallback(() => {
    frame.current = 0;
    if (waiting.current.length > 0) onEvents(waiting.current.splice(0));
  }, [onEvents]);
  const receive = useCallback(
    (event: TurnEvent) => {
      waiting.current.push(event);
      if (frame.current !== 0) return;
      // A hidden page draws no frames, but has to hear the end of a turn.
      frame.current = document.hidden ? window.setTimeout(flush, 100) : requestAnimationFrame(flush);
    },
    [flush],
  );
  // Nor does it draw the one that was asked for before it was hidden.
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

  // One reading at a time, and none is given up when the state heals meanwhile: each ends with a new cursor, after which it is
  // looked at again. So a gap that opens while reading is closed by the next one.
  const isReading = useRef(false);
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new cursor is the end of a reading
  useEffect(() => {
    if ((!isStale && !isLost) || isReading.current) return;
    isReading.current = true;
    const resume = () => {
      if (isLeft.current) return;
      read().then(
        (turn) => {
          isReading.current = false;
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
