import { createContext, type ReactNode, useSyncExternalStore } from 'react';
import * as client from 'react-dom/client';

// `react-dom/client` of an app that mounts itself: what it draws into the page's root is drawn within the frame's own React root.

let drawn: ReactNode = null;
const listeners = new Set<() => void>();

function draw(next: ReactNode): void {
  drawn = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The element that the app has drawn last. */
export function Mounted(): ReactNode {
  return useSyncExternalStore(
    subscribe,
    () => drawn,
    () => drawn,
  );
}

/** A page of the app that its router does not know. */
export type OtherPage = (pathname: string) => ReactNode | null;
export const OtherPages = createContext<OtherPage | null>(null);

type Container = Parameters<typeof client.createRoot>[0] | null;

const isPage = (container: Container): boolean =>
  container == null || container === document.body || ('id' in container && /^(?:root|app)$/.test(container.id));

export function createRoot(container: Container, options?: client.RootOptions): client.Root {
  if (container !== null && !isPage(container)) return client.createRoot(container, options);
  return { render: draw, unmount: () => draw(null) };
}

export function hydrateRoot(container: Container, element: ReactNode): client.Root {
  const root = createRoot(container);
  root.render(element);
  return root;
}

export default { createRoot, hydrateRoot };
