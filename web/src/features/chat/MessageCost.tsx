import { Popover, UnstyledButton } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { compact, dollars, fineDollars } from '../../lib/numbers.ts';
import { fullTime } from '../../lib/time.ts';
import type { Message } from './liveTurn.ts';
import classes from './MessageCost.module.css';

type Usage = NonNullable<Message['usage']>;

interface MessageCostProps {
  readonly message: Message;
  readonly isAdmin: boolean;
}

/** What a message took: of its sender's limits, and for admins of the model. */
export function MessageCost({ message, isAdmin }: MessageCostProps) {
  return (
    <>
      <QuotaCost message={message} />
      {isAdmin && message.usage !== null ? <UsageSummary message={message} usage={message.usage} /> : null}
    </>
  );
}

function QuotaCost({ message: { quotaCost, furtherRounds } }: Pick<MessageCostProps, 'message'>) {
  const t = useTranslations();
  const limit = quotaCost?.dayLimit ?? quotaCost?.monthLimit;
  if (quotaCost === null || limit == null) return null;
  const period = quotaCost.dayLimit === null ? 'month' : 'day';
  return (
    <>
      <span>· {t('chat.quota.cost', { period, count: quotaCost.messages, limit })}</span>
      {furtherRounds > 0 ? <span>· {t('chat.quota.free', { count: furtherRounds })}</span> : null}
    </>
  );
}

/** Tokens of an answer and their price, with the record of the usage on a click. */
function UsageSummary({ message, usage }: { readonly message: Message; readonly usage: Usage }) {
  const t = useTranslations();
  const { totalTokens, totalCost } = usage;
  const count = compact(totalTokens);
  const cost = totalCost ? t('chat.costWithPrice', { count, price: dollars(totalCost) }) : t('chat.cost', { count });
  return (
    <Popover position="top-start" width={320} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <UnstyledButton className={classes.summary} aria-label={t('chat.usage.show', { cost })}>
          <span aria-hidden="true">·</span> <span>{cost}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Tokens usage={usage} />
        <dl className={classes.facts}>
          {factsOf(message, usage).map(([key, value]) => (
            <div key={key}>
              <dt>{t(`chat.usage.${key}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Popover.Dropdown>
    </Popover>
  );
}

function factsOf({ createdAt, versionId, furtherRounds }: Message, { model, finishReason }: Usage) {
  return [
    ['model', model],
    ['rounds', String(furtherRounds + 1)],
    ['finish', finishReason],
    ['time', fullTime(createdAt)],
    ...(versionId === null ? [] : [['version', versionId] as const]),
  ] as const;
}

function Tokens({ usage }: { readonly usage: Usage }) {
  const t = useTranslations();
  const { promptTokens, completionTokens, totalTokens, cacheReadTokens, cacheWriteTokens, rates } = usage;
  const uncached = promptTokens - (cacheReadTokens ?? 0) - (cacheWriteTokens ?? 0);
  const rows = [
    { key: 'prompt', tokens: uncached, rate: rates?.prompt, cost: usage.promptCost },
    { key: 'cacheRead', tokens: cacheReadTokens, rate: rates?.cacheRead, cost: usage.cacheReadCost },
    { key: 'cacheWrite', tokens: cacheWriteTokens, rate: rates?.cacheWrite, cost: usage.cacheWriteCost },
    { key: 'completion', tokens: completionTokens, rate: rates?.completion, cost: usage.completionCost },
    { key: 'total', tokens: totalTokens, rate: null, cost: usage.totalCost },
  ] as const;
  const money = (value: number | null | undefined) => (value == null ? '–' : fineDollars(value));
  return (
    <table className={classes.tokens}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('chat.usage.tokens')}</th>
          <th scope="col">{t('chat.usage.rate')}</th>
          <th scope="col">{t('chat.usage.cost')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, tokens, rate, cost }) => (
          <tr key={key} data-total={key === 'total' || undefined}>
            <th scope="row">{t(`chat.usage.${key}`)}</th>
            <td>{tokens === null ? '–' : compact(tokens)}</td>
            <td>{rate === null ? '' : money(rate)}</td>
            <td>{tokens === null ? '–' : money(cost)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
