import { useEffect, useEffectEvent, useRef } from 'react';
import type { Outgoing } from './thread.ts';
import type { useQueue } from './useQueue.ts';

const firstPause = 1_000;
const longestPause = 30_000;

interface ResendingOptions {
  readonly outgoing: Outgoing | null;
  /** Live events arrive. */
  readonly isConnected: boolean;
  /** A message can be sent now. */
  readonly isFree: boolean;
  /** Keeps it over a reload of the page. */
  readonly queue: Pick<ReturnType<typeof useQueue>, 'keep' | 'remove'>;
  /** Sends it again under its client id, so that it makes one turn. */
  readonly resend: (message: Outgoing) => void;
}

/**
 * Sends a message that did not reach the server again: at once when the live connection or the browser's network returns, and at growing
 * intervals while the live connection has not noticed any loss.
 */
export function useResending({ outgoing, isConnected, isFree, queue: { keep, remove }, resend }: ResendingOptions): void {
  const pause = useRef(firstPause);
  const isWaiting = outgoing?.isLost === true && isFree;
  const sendAgain = useEffectEvent(() => {
    if (outgoing !== null) resend(outgoing);
  });
  const id = outgoing?.clientId;
  useEffect(() => {
    // A queued message cannot replace another one.
    if (outgoing?.isLost !== true || outgoing.replaces !== null) return;
    const { clientId, content, mode, model, attachments, selection } = outgoing;
    keep({ id: clientId, content, mode, model, attachments, selection });
  }, [outgoing, keep]);
  const keptId = useRef(id);
  useEffect(() => {
    // Its turn may arrive without an answer to the call.
    if (id === undefined && keptId.current !== undefined) remove(keptId.current);
    keptId.current = id;
  }, [id, remove]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another message starts with the first pause
  useEffect(() => {
    pause.current = firstPause;
  }, [id]);
  useEffect(() => {
    if (!isWaiting) return;
    if (!isConnected) {
      pause.current = 0;
      return;
    }
    const timer = window.setTimeout(() => {
      pause.current = Math.min(Math.max(pause.current * 2, firstPause), longestPause);
      sendAgain();
    }, pause.current);
    return () => window.clearTimeout(timer);
  }, [isWaiting, isConnected]);
  useEffect(() => {
    if (!isWaiting) return;
    const onOnline = () => sendAgain();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [isWaiting]);
}
