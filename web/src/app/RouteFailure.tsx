import { Button } from '@mantine/core';
import { RotateCw } from 'lucide-react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { StateScreen } from '../ui/StateScreen.tsx';

/** Shown when a screen fails to load or to render; a reload replaces stale chunks. */
export function RouteFailure() {
  const error = useRouteError();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <StateScreen
      title={missing ? 'Page not found' : 'Could not show this page'}
      description="Reload to try again. The server may have been updated, or be down."
    >
      <Button leftSection={<RotateCw size={16} />} onClick={() => window.location.reload()}>
        Reload
      </Button>
    </StateScreen>
  );
}
