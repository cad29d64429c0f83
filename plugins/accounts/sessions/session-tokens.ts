import type { CleanedWhere } from 'better-auth/adapters';
import { sha256 } from '../limits/digest.ts';

/** Prefix of a token's stored form. */
export const PREFIX = 'sha256:';

/** The stored form of a session's token: read access to the store is not enough to log in. */
export const storedToken = (token: string): string => PREFIX + sha256(token);

/** A row in its stored form. */
export function toStored<T extends Record<string, unknown>>(model: string, row: T): T {
  return model === 'session' && typeof row['token'] === 'string' ? { ...row, token: storedToken(row['token']) } : row;
}

/** Conditions on a token, rewritten for its stored form. */
export function storedWhere(model: string, where: readonly CleanedWhere[] = []): CleanedWhere[] {
  if (model !== 'session') return [...where];
  return where.map((condition) => {
    if (condition.field !== 'token') return condition;
    const { value } = condition;
    return { ...condition, value: Array.isArray(value) ? value.map((one) => storedToken(String(one))) : storedToken(String(value)) };
  });
}

/** Restores the token in the row that it found: better-auth writes it to the cookie again when it renews the session. */
export function withToken<T>(model: string, where: readonly CleanedWhere[] = [], row: T | null): T | null {
  const asked = model === 'session' ? where.find(({ field, operator }) => field === 'token' && operator === 'eq') : undefined;
  return row !== null && typeof asked?.value === 'string' ? { ...row, token: asked.value } : row;
}
