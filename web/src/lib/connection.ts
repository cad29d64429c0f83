import { useSyncExternalStore } from 'react';

let isConnected = true;
const listeners = new Set<() => void>();

/** Told by the socket that carries what happens live. */
export function setConnected(next: boolean): void {
  if (isConnected === next) return;
  isConnected = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether live news arrive; false from a lost connection until it is back. */
export const useConnected = (): boolean => useSyncExternalStore(subscribe, () => isConnected);
