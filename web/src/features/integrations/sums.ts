import type { IntegrationDayFragment } from '../../gen/integrations.ts';

const DAY_MS = 24 * 3600_000;
const SHOWN_DAYS = 30;

type Counts = Pick<IntegrationDayFragment, 'calls' | 'failures' | 'refusals' | 'tokens' | 'cost' | 'unpriced'>;

/** Calls of each of the last days by UTC, oldest first. */
export function byDay(days: readonly IntegrationDayFragment[], now: Date): { readonly day: string; readonly calls: number }[] {
  const calls = new Map<string, number>();
  for (const one of days) calls.set(one.day, (calls.get(one.day) ?? 0) + one.calls);
  return Array.from({ length: SHOWN_DAYS }, (_, index) => {
    const day = new Date(now.getTime() - (SHOWN_DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    return { day, calls: calls.get(day) ?? 0 };
  });
}

/** Sums by endpoint, most calls first. */
export function byEndpoint(days: readonly IntegrationDayFragment[]): (Counts & { readonly endpoint: string })[] {
  const sums = new Map<string, Counts>();
  for (const one of days) {
    const { calls, failures, refusals, tokens, cost, unpriced } = sums.get(one.endpoint) ?? NONE;
    sums.set(one.endpoint, {
      calls: calls + one.calls,
      failures: failures + one.failures,
      refusals: refusals + one.refusals,
      tokens: tokens + one.tokens,
      cost: cost + one.cost,
      unpriced: unpriced + one.unpriced,
    });
  }
  return [...sums].map(([endpoint, counts]) => ({ endpoint, ...counts })).sort((a, b) => b.calls - a.calls);
}

const NONE: Counts = { calls: 0, failures: 0, refusals: 0, tokens: 0, cost: 0, unpriced: 0 };
