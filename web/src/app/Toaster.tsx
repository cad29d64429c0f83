import { useWindowEvent } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { toastEvent } from '../lib/notify.ts';

const Toasts = lazy(() => import('./Toasts.tsx'));

/** The place for messages; its code is loaded with the first of them, since most visits to most screens see none. */
export function Toaster() {
  const [wanted, setWanted] = useState(false);
  useWindowEvent(toastEvent, () => setWanted(true));
  return wanted ? (
    <Suspense>
      <Toasts />
    </Suspense>
  ) : null;
}
