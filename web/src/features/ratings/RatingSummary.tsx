import { useQuery } from '@apollo/client/react';
import { Button, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { RatingSummaryDocument, type RatingSummaryQuery, type ShareFragment } from '../../gen/ratings.ts';
import { sentence } from '../../lib/errors.ts';
import { percent } from '../../lib/numbers.ts';
import box from '../../ui/ListBox.module.css';
import classes from './RatingsScreen.module.css';

const PERIODS = [30, 90];

/** Shares of helpful answers in the last days. */
export function RatingSummary() {
  const t = useTranslations('ratings');
  const common = useTranslations('common');
  const [days, setDays] = useState(30);
  const { data, previousData, error, refetch } = useQuery(RatingSummaryDocument, {
    variables: { days },
    fetchPolicy: 'cache-and-network',
  });
  const summary = (data ?? previousData)?.ratingSummary;
  return (
    <section className={classes.section} aria-labelledby="ratings-summary">
      <div className={classes.head}>
        <Text component="h2" id="ratings-summary" fz="lg" fw={600} m={0}>
          {t('summary')}
        </Text>
        <SegmentedControl
          aria-label={t('period')}
          data={PERIODS.map((value) => ({ value: String(value), label: t('days', { days: value }) }))}
          value={String(days)}
          onChange={(value) => setDays(Number(value))}
        />
      </div>
      {summary === undefined && error === undefined ? (
        <div className={box.root} role="status" aria-label={common('loading')}>
          <Skeleton h={72} m={16} w="auto" />
        </div>
      ) : null}
      {summary === undefined && error !== undefined ? (
        <div className={box.root} role="alert">
          <div className={classes.note}>
            <Text fz="sm">{t('summaryFailed', { why: sentence(error) })}</Text>
            <Button variant="default" onClick={() => void refetch().catch(() => undefined)}>
              {common('tryAgain')}
            </Button>
          </div>
        </div>
      ) : null}
      {summary === undefined ? null : <Figures summary={summary} days={days} />}
    </section>
  );
}

interface FiguresProps {
  readonly summary: RatingSummaryQuery['ratingSummary'];
  readonly days: number;
}

function Figures({ summary: { good, bad, commented, models, promptVersions }, days }: FiguresProps) {
  const t = useTranslations('ratings');
  if (good + bad === 0)
    return (
      <div className={box.root}>
        <Text className={classes.note} c="dimmed" fz="sm">
          {t('none', { days })}
        </Text>
      </div>
    );
  return (
    <div className={box.root}>
      <dl className={classes.figures}>
        <Figure label={t('total')} value={String(good + bad)} />
        <Figure label={t('good')} value={percent(good / (good + bad))} />
        <Figure label={t('commented')} value={String(commented)} />
      </dl>
      <div className={classes.tables}>
        <Shares title={t('byModel')} shares={models} unknown={t('noModel')} />
        <Shares title={t('byPrompt')} shares={promptVersions} unknown={t('noPrompt')} />
      </div>
    </div>
  );
}

function Figure({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

interface SharesProps {
  readonly title: string;
  readonly shares: readonly ShareFragment[];
  /** Stands for a missing name. */
  readonly unknown: string;
}

function Shares({ title, shares, unknown }: SharesProps) {
  const t = useTranslations('ratings');
  return (
    <div className={classes.shares}>
      <Text component="h3" fz="sm" fw={600} m={0}>
        {title}
      </Text>
      <ul aria-label={title}>
        {shares.map(({ name, good, bad }) => (
          <li key={name}>
            <div className={classes.share}>
              <span className={classes.name} title={name ?? unknown}>
                {name ?? unknown}
              </span>
              <strong>{percent(good / (good + bad))}</strong>
            </div>
            <div className={classes.bar} aria-hidden="true">
              <div className={classes.part} style={{ width: `${(good / (good + bad)) * 100}%` }} />
            </div>
            <Text fz="xs" c="dimmed">
              {t('split', { good, bad })}
            </Text>
          </li>
        ))}
      </ul>
    </div>
  );
}
