import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { reportVisit } from '../../lib/popup.ts';
import { useTitle } from '../../lib/useTitle.ts';
import { StateScreen } from '../../ui/StateScreen.tsx';
import { CONNECT_CHANNEL, outcomeOf } from './connect.ts';

/** Where the server leads after a consent, in a pop-up: notifies the page that opened it, and closes. Some browsers keep it open. */
export function ConnectedScreen() {
  const t = useTranslations('integrations.packages.connection');
  const [query] = useSearchParams();
  const outcome = outcomeOf(query.get('outcome'));
  useTitle(t(`ended.${outcome}`));
  useEffect(() => {
    reportVisit(CONNECT_CHANNEL, outcome);
    window.close();
  }, [outcome]);
  return <StateScreen title={t(`ended.${outcome}`)} description={`${t(`endedWhy.${outcome}`)} ${t('closeWindow')}`} />;
}
