import { Text, Title } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useTitle } from '../../lib/useTitle.ts';
import { RatingList } from './RatingList.tsx';
import { RatingSummary } from './RatingSummary.tsx';
import classes from './RatingsScreen.module.css';

/** How builders rated answers of the assistant; for admins. */
export function RatingsScreen() {
  const t = useTranslations('ratings');
  useTitle(t('title'));
  return (
    <div className={classes.root}>
      <Title order={1}>{t('title')}</Title>
      <Text c="dimmed" mt={4} maw={560}>
        {t('intro')}
      </Text>
      <RatingSummary />
      <RatingList />
    </div>
  );
}
