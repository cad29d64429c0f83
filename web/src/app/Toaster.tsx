import { useWindowEvent } from '@mantine/hooks';
import { type ComponentType, useState } from 'react';
import { loadToasts, toastEvent } from '../lib/notify.ts';

/**
 * Container of the notifications; its code is loaded with the first one, since most visits show none. Not by React's `lazy`, which would
 * replace the whole page when the code cannot be loaded: the first notification often says that the server cannot be reached.
 */
export function Toaster({ load = loadToasts }: { readonly load?: typeof loadToasts }) {
  const [Toasts, setToasts] = useState<ComponentType | null>(null);
  useWindowEvent(toastEvent, () => {
    load().then(
      ({ default: component }) => setToasts(() => component),
      () => undefined,
    );
  });
  return Toasts === null ? null : <Toasts />;
}
