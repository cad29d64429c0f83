import { useCallback, useEffect, useRef, useState } from 'react';
import { randomId } from '../../lib/id.ts';
import type { ElementSelection } from '../../lib/workspace/workspace.ts';
import type { Attachment } from './attachments/upload.ts';
import type { Turn } from './liveTurn.ts';
import type { ChatMode } from './useMode.ts';

/** A message that waits for the end of the current answer. Its id becomes its client id, so two tabs cannot send it twice. */
export interface QueuedMessage {
  readonly id: string;
  readonly content: string;
  readonly mode?: ChatMode;
  readonly model?: string | null | undefined;
  /** Absent: none. */
  readonly attachments?: readonly Attachment[];
  /** The element that it is about. */
  readonly selection?: ElementSelection | null | undefined;
}

export const MAX_QUEUED = 20;
const keyOf = (appId: string) => `sayso-queue-${appId}`;

function read(key: string): QueuedMessage[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isQueued) : [];
  } catch {
    return [];
  }
}

const isQueued = (value: unknown): value is QueuedMessage =>
  typeof (value as QueuedMessage | null)?.id === 'string' && typeof (value as QueuedMessage).content === 'string';

interface QueueOptions {
  readonly appId: string;
  /** The last turn that settled while this page was open. */
  readonly ended: Turn | null;
  /** A message can be sent now. */
  readonly isFree: boolean;
  /** The app's newest version as this page knows it; null before the first. */
  readonly currentVersionId: string | null;
  /** Resolves with false when the message was refused. */
  readonly send: (message: QueuedMessage) => Promise<boolean>;
}

/**
 * Messages typed while an answer is running. After each complete answer the first one is sent; after any other ending they wait for the
 * builder. The browser keeps them, and tabs of the same app share them.
 */
export function useQueue({ appId, ended, isFree, currentVersionId, send }: QueueOptions) {
  const key = keyOf(appId);
  const [messages, setMessages] = useState(() => read(key));
  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === key) setMessages(read(key));
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [key]);
  const change = useCallback(
    (step: (stored: QueuedMessage[]) => QueuedMessage[]) =>
      setMessages((current) => {
        const next = step(current);
        try {
          localStorage.setItem(key, JSON.stringify(next));
        } catch {
          // Storage may be blocked; the queue lasts until the page is closed.
        }
        return next;
      }),
    [key],
  );
  const remove = useCallback((id: string) => change((current) => current.filter((each) => each.id !== id)), [change]);
  const sendFirst = useCallback(async () => {
    const [first] = messages;
    if (first !== undefined && (await send(first))) remove(first.id);
  }, [messages, send, remove]);

  // A message refers to the version that the answer made, which arrives after the end of the turn.
  const made = ended?.assistantMessage.versionId ?? null;
  const isNext = ended?.status === 'ready' && isFree && (made === null || made === currentVersionId);
  const answered = useRef<string | null>(null);
  useEffect(() => {
    // Without messages the answer still counts: one may have been typed while it ended.
    if (!isNext || ended === null || answered.current === ended.id || messages.length === 0) return;
    answered.current = ended.id;
    void sendFirst();
  }, [isNext, ended, messages, sendFirst]);

  return {
    messages,
    isFull: messages.length >= MAX_QUEUED,
    add: (message: Omit<QueuedMessage, 'id'>) => change((current) => [...current, { id: randomId(), ...message }]),
    /** Puts a message in front whose sending did not reach the server. */
    keep: useCallback(
      (message: QueuedMessage) => change((current) => (current.some(({ id }) => id === message.id) ? current : [message, ...current])),
      [change],
    ),
    remove,
    sendFirst,
  };
}
