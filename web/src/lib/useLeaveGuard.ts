import { useWindowEvent } from '@mantine/hooks';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';

const question = 'You have unsaved changes! Are you sure you want to leave?';

/** Asks before unsaved changes are left behind; moving about under `path` keeps them. */
export function useLeaveGuard(isUnsaved: boolean, path: string): void {
  useWindowEvent('beforeunload', (event) => {
    if (isUnsaved) event.preventDefault();
  });
  const blocker = useBlocker(
    ({ nextLocation }) => isUnsaved && nextLocation.pathname !== path && !nextLocation.pathname.startsWith(`${path}/`),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    // The browser's own question, as for closing the tab.
    if (window.confirm(question)) blocker.proceed();
    else blocker.reset();
  }, [blocker]);
}
