import { Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { IntegrationDayFragment } from '../../gen/integrations.ts';
import { compact, fineDollars } from '../../lib/numbers.ts';
import { dateOf } from '../../lib/time.ts';
import classes from './IntegrationsPanel.module.css';
import { byDay, byEndpoint } from './sums.ts';

/** Calls, failures, tokens and cost of the last 30 days, by day and by endpoint. */
export function Usage({ days }: { readonly days: readonly IntegrationDayFragment[] }) {
  const t = useTranslations('integrations.usage');
  if (days.length === 0) return null;
  const bars = byDay(days, new Date());
  const most = Math.max(...bars.map(({ calls }) => calls), 1);
  const rows = byEndpoint(days);
  return (
    <section aria-label={t('title')}>
      <Text component="h2" fz="md" fw={600} m={0}>
        {t('title')}
      </Text>
      <ol className={classes.chart} aria-label={t('chart')}>
        {bars.map(({ day, calls }) => {
          const label = t('byDay', { calls, day: dateOf(day) });
          return (
            <li key={day} className={classes.day} title={label}>
              <span className={classes.bar} style={{ height: `${(100 * calls) / most}%` }} />
              <span className={classes.hidden}>{label}</span>
            </li>
          );
        })}
      </ol>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
      <section className={classes.scroller} tabIndex={0} aria-label={t('byEndpoint')}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('endpoint')}</th>
              <th scope="col">{t('calls')}</th>
              <th scope="col">{t('failures')}</th>
              <th scope="col">{t('refusals')}</th>
              <th scope="col">{t('tokens')}</th>
              <th scope="col">{t('cost')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ endpoint, calls, failures, refusals, tokens, cost }) => (
              <tr key={endpoint}>
                <th scope="row">{endpoint}</th>
                <td>{compact(calls)}</td>
                <td>{compact(failures)}</td>
                <td>{compact(refusals)}</td>
                <td>{compact(tokens)}</td>
                <td>{fineDollars(cost)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.some(({ unpriced }) => unpriced > 0) ? (
        <Text fz="xs" c="dimmed" mt={4}>
          {t('unpriced')}
        </Text>
      ) : null}
    </section>
  );
}
