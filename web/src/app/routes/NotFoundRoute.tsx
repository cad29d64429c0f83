import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useTitle } from '../../lib/useTitle.ts';
import { StateScreen } from '../../ui/StateScreen.tsx';

export function Component() {
  const t = useTranslations();
  useTitle(t('app.notFound'));
  return (
    <StateScreen title={t('app.notFound')} description={t('app.notFoundWhy')}>
      <Button component={Link} to="/home">
        {t('common.goHome')}
      </Button>
    </StateScreen>
  );
}
