import { useQuery } from '@apollo/client/react';
import { Button, SegmentedControl, Text } from '@mantine/core';
import { Download, MessageSquareDashed, ThumbsDown, ThumbsUp } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { type RatingFilter, type RatingRowFragment, RatingsDocument } from '../../gen/ratings.ts';
import { sentence } from '../../lib/errors.ts';
import { notifyError } from '../../lib/notify.ts';
import { compact, fineDollars } from '../../lib/numbers.ts';
import { fullTime, timeAgo } from '../../lib/time.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import { ListBox } from '../../ui/ListBox.tsx';
import classes from './RatingsScreen.module.css';

const CSV = '/api/chat/ratings.csv';

/** All ratings, newest first. */
export function RatingList() {
  const t = useTranslations('ratings');
  const [filter, setFilter] = useState<RatingFilter | null>(null);
  const { data, previousData, error, refetch, fetchMore } = useQuery(RatingsDocument, {
    variables: { filter },
    fetchPolicy: 'cache-and-network',
  });
  const page = (data ?? previousData)?.ratings;
  const more = () =>
    fetchMore({
      variables: { after: page?.next },
      updateQuery: (before, { fetchMoreResult: { ratings } }) => ({
        ...before,
        ratings: { ...ratings, ratings: [...before.ratings.ratings, ...ratings.ratings] },
      }),
    }).catch((failure: unknown) => notifyError(sentence(failure)));
  return (
    <section className={classes.section} aria-labelledby="ratings-list">
      <div className={classes.head}>
        <Text component="h2" id="ratings-list" fz="lg" fw={600} m={0}>
          {t('list')}
        </Text>
        {page !== undefined && page.ratings.length > 0 ? (
          <Button
            component="a"
            href={filter === null ? CSV : `${CSV}?filter=${filter}`}
            download
            variant="default"
            leftSection={<Download size={16} />}
          >
            {t('export')}
          </Button>
        ) : null}
      </div>
      <SegmentedControl
        className={classes.filter}
        aria-label={t('filter.label')}
        data={[
          { value: 'all', label: t('filter.all') },
          { value: 'good', label: t('good') },
          { value: 'bad', label: t('bad') },
          { value: 'commented', label: t('commented') },
        ]}
        value={filter ?? 'all'}
        onChange={(value) => setFilter(value === 'all' ? null : (value as RatingFilter))}
      />
      <ListBox isLoaded={page !== undefined} error={error} failed={t('failed')} onRetry={() => refetch()}>
        {page?.ratings.length === 0 ? (
          <NoRatings isFiltered={filter !== null} onReset={() => setFilter(null)} />
        ) : (
          <ul aria-labelledby="ratings-list">
            {page?.ratings.map((rating) => (
              <RatingItem key={rating.id} rating={rating} />
            ))}
          </ul>
        )}
      </ListBox>
      {page?.next ? (
        <Button variant="default" mt={12} onClick={() => void more()}>
          {t('showMore')}
        </Button>
      ) : null}
    </section>
  );
}

function NoRatings({ isFiltered, onReset }: { readonly isFiltered: boolean; readonly onReset: () => void }) {
  const t = useTranslations('ratings');
  const common = useTranslations('common');
  return isFiltered ? (
    <EmptyNote icon={MessageSquareDashed} title={t('empty.filtered')} description={t('empty.filteredWhy')}>
      <Button variant="default" onClick={onReset}>
        {t('empty.again')}
      </Button>
    </EmptyNote>
  ) : (
    <EmptyNote icon={MessageSquareDashed} title={t('empty.title')} description={t('empty.why')}>
      <Button variant="default" component={Link} to="/home">
        {common('goHome')}
      </Button>
    </EmptyNote>
  );
}

function RatingItem({
  rating: { rating, comment, appName, model, promptVersion, tokens, cost, at },
}: {
  readonly rating: RatingRowFragment;
}) {
  const t = useTranslations('ratings');
  const Icon = rating === 'good' ? ThumbsUp : ThumbsDown;
  const facts = [
    model ?? t('noModel'),
    ...(promptVersion === null ? [] : [t('prompt', { version: promptVersion })]),
    ...(tokens === null ? [] : [t('tokens', { count: compact(tokens) })]),
    ...(cost === null ? [] : [t('cost', { cost: fineDollars(cost) })]),
  ];
  return (
    <li className={classes.row}>
      <span className={classes.mark} data-rating={rating}>
        <Icon size={16} aria-hidden="true" />
      </span>
      <div className={classes.what}>
        <div className={classes.share}>
          <span className={classes.kind}>
            <strong>{t(rating)}</strong> · {appName ?? t('goneApp')}
          </span>
          <time dateTime={at} title={fullTime(at)}>
            {timeAgo(at)}
          </time>
        </div>
        {comment === '' ? null : <p className={classes.comment}>{comment}</p>}
        <p className={classes.facts}>{facts.join(' · ')}</p>
      </div>
    </li>
  );
}
