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

/** Whether live events arrive; false from a lost connection until the reconnect. */
export const useConnected = (): boolean => useSyncExternalStore(subscribe, () => isConnected);
