import { useWindowEvent } from '@mantine/hooks';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { translator } from '../i18n/language.ts';

/** Asks before navigation discards unsaved changes; routes below `path` keep them. */
export function useLeaveGuard(isUnsaved: boolean, path: string): void {
  useWindowEvent('beforeunload', (event) => {
    if (isUnsaved) event.preventDefault();
  });
  const blocker = useBlocker(
    ({ nextLocation }) => isUnsaved && nextLocation.pathname !== path && !nextLocation.pathname.startsWith(`${path}/`),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    // The browser's own dialog, as when closing the tab.
    if (window.confirm(translator()('common.leave'))) blocker.proceed();
    else blocker.reset();
  }, [blocker]);
}
