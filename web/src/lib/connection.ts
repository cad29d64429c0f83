import { useSyncExternalStore } from 'react';

let isConnected = true;
const listeners = new Set<() => void>();

/** Called by the WebSocket client. */
export function setConnected(next: boolean): void {
  if (isConnected === next) return;
  isConnected = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Resolves once the connection is back; null when it is not lost. */
export function connectionBack(): Promise<void> | null {
  if (isConnected && navigator.onLine) return null;
  return new Promise((resolve) => {
    const done = () => {
      leave();
      window.removeEventListener('online', done);
      resolve();
    };
    const leave = subscribe(() => {
      if (isConnected) done();
    });
    window.addEventListener('online', done);
  });
}

/** Whether live events arrive; false from a lost connection until the reconnect. */
export const useConnected = (): boolean => useSyncExternalStore(subscribe, () => isConnected);
