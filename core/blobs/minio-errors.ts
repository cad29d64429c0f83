import { setTimeout as pause } from 'node:timers/promises';

const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 100;
const ABSENT = new Set(['NoSuchKey', 'NotFound', 'NoSuchVersion']);
const TRANSIENT = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'SlowDown',
  'SlowDownRead',
  'SlowDownWrite',
  'InternalError',
  'RequestTimeout',
  'ServiceUnavailable',
]);

/** A server that does not give back what it was given. */
export class NotStorage extends Error {
  readonly code = 'NotStorage';
  constructor() {
    super('What was stored is not read back.');
  }
}

/** Whether the error means that the object does not exist. */
export function isAbsent(error: unknown): boolean {
  return ABSENT.has(codeOf(error));
}

/** Retries an idempotent call after transient errors. */
export async function retrying<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (attempt === ATTEMPTS || !isTransient(error)) throw error;
      await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random() / 2));
    }
  }
}

function isTransient(error: unknown): boolean {
  // For the statuses 408, 429 and 5xx the client throws an error without a code.
  return TRANSIENT.has(codeOf(error)) || (error instanceof Error && error.message.includes('Retryable HTTP status'));
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code);
}
