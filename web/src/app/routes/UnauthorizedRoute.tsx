import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useTitle } from '../../lib/useTitle.ts';
import { StateScreen } from '../../ui/StateScreen.tsx';

/** Shown when the account could not be created. */
export function Component() {
  const t = useTranslations();
  useTitle(t('app.noAccount'));
  return (
    <StateScreen title={t('app.noAccount')} description={t('app.noAccountWhy')}>
      <Button component={Link} to="/logout">
        {t('app.backToLogin')}
      </Button>
    </StateScreen>
  );
}
