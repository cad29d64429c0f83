import type { ChatQuery } from '../../gen/chat.ts';

export type MessageQuotas = ChatQuery['app']['messageQuotas'];

/** The limit that a builder reaches first. */
export interface ClosestLimit {
  readonly period: 'day' | 'month';
  readonly limit: number;
  readonly left: number;
}

/** Null: no limit. */
export function closestLimit(quotas: MessageQuotas | null): ClosestLimit | null {
  const limits = (['month', 'day'] as const).flatMap((period) => {
    const quota = quotas?.[period];
    return quota == null ? [] : [{ period, limit: quota.limit, left: Math.max(0, quota.limit - quota.used) }];
  });
  return limits.toSorted((one, other) => one.left - other.left)[0] ?? null;
}
