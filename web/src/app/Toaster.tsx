import { useWindowEvent } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { toastEvent } from '../lib/notify.ts';

const Toasts = lazy(() => import('../lib/Toasts.tsx'));

/** Container of the notifications; its code is loaded with the first one, since most visits show none. */
export function Toaster() {
  const [wanted, setWanted] = useState(false);
  useWindowEvent(toastEvent, () => setWanted(true));
  return wanted ? (
    <Suspense>
      <Toasts />
    </Suspense>
  ) : null;
}
