import { setTimeout as delay } from 'node:timers/promises';

export interface RetryPolicy {
  /** Tries after the first one. */
  readonly retries: number;
  /** Upper bound of the first wait, in milliseconds; doubles with each try. */
  readonly firstDelay: number;
  /** Upper bound of any wait of our own, in milliseconds. */
  readonly maxDelay: number;
}

/** A wait that the endpoint asks for is honoured up to here; beyond it, failing now is kinder than hanging. */
const longestHonouredWait = 60_000;

/** How long to wait before try `attempt` + 1: what the endpoint asks for, else full jitter. Null: do not try again. */
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
