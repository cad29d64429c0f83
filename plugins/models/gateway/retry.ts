import { setTimeout as delay } from 'node:timers/promises';

export interface RetryPolicy {
  /** Attempts after the first one. */
  readonly retries: number;
  /** Upper bound of the first back-off, in milliseconds; doubles with each attempt. */
  readonly firstDelay: number;
  /** Upper bound of any back-off that the endpoint did not ask for, in milliseconds. */
  readonly maxDelay: number;
}

/** The longest `Retry-After` that is honoured; beyond it, failing at once is better than hanging. */
const longestHonouredWait = 60_000;

/**
 * The back-off before attempt `attempt` + 1: what the endpoint asks for, else full jitter. Null: no retry. Not p-retry, whose delays do not
 * depend on the failure.
 */
export function retryDelay(policy: RetryPolicy, attempt: number, retryAfter: number | null, random: () => number): number | null {
  if (attempt > policy.retries) return null;
  if (retryAfter !== null) return retryAfter <= longestHonouredWait ? retryAfter : null;
  return Math.floor(random() * Math.min(policy.maxDelay, policy.firstDelay * 2 ** (attempt - 1)));
}

/** `Retry-After` (seconds or a date) or `retry-after-ms`, in milliseconds; null without a usable one. */
export function retryAfterOf(headers: Headers | undefined, now: number): number | null {
  const exact = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(exact)) return Math.max(0, exact);
  const text = headers?.get('retry-after');
  if (!text) return null;
  const seconds = Number(text);
  const milliseconds = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(text) - now;
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : null;
}

/** Waits; rejects with the signal's reason when it aborts first. */
export async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  if (milliseconds <= 0) return;
  await delay(milliseconds, undefined, signal ? { signal } : {}).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw error;
  });
}
