import { Button } from '@mantine/core';
import { RotateCw } from 'lucide-react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { useTranslations } from 'use-intl';
import { StateScreen } from '../ui/StateScreen.tsx';

/** Shown when a screen fails to load or to render; a reload replaces stale chunks. */
export function RouteFailure() {
  const t = useTranslations();
  const error = useRouteError();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <StateScreen title={missing ? t('app.notFound') : t('app.failed')} description={t('app.failedWhy')}>
      <Button leftSection={<RotateCw size={16} />} onClick={() => window.location.reload()}>
        {t('app.reload')}
      </Button>
    </StateScreen>
  );
}
