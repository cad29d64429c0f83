import { useSyncExternalStore } from 'react';

/** How live events arrive: by WebSocket, by HTTP because no WebSocket does, or by HTTP in rounds because a proxy holds answers back. */
export type LivePath = 'socket' | 'stream' | 'held';

let isConnected = true;
let path: LivePath = 'socket';
const listeners = new Set<() => void>();

/** Called by the live transport. */
export function setConnected(next: boolean): void {
  if (isConnected === next) return;
  isConnected = next;
  for (const listener of listeners) listener();
}

/** Called by the live transport. */
export function setPath(next: LivePath): void {
  if (path === next) return;
  path = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the server cannot be reached. A server on the builder's own machine answers although the browser has no network. */
export async function isConnectionLost(): Promise<boolean> {
  if (navigator.onLine) return !isConnected;
  return !(await fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  ));
}

/** Resolves once the live connection or the network returns; at once while both are there. */
export async function connectionBack(): Promise<void> {
  if (isConnected && navigator.onLine) return;
  await new Promise<void>((resolve) => {
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

export const useLivePath = (): LivePath => useSyncExternalStore(subscribe, () => path);
