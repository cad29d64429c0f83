import { useTranslations } from 'use-intl';
import { Page } from '../../ui/Page.tsx';
import { RatingList } from './RatingList.tsx';
import { RatingSummary } from './RatingSummary.tsx';

/** How builders rated answers of the assistant; for admins. */
export function RatingsScreen() {
  const t = useTranslations('ratings');
  return (
    <Page title={t('title')} intro={t('intro')}>
      <RatingSummary />
      <RatingList />
    </Page>
  );
}
