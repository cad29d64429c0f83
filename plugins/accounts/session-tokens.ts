import type { CleanedWhere } from 'better-auth/adapters';
import { sha256 } from './digest.ts';

/** Begins what is stored of a token. */
export const PREFIX = 'sha256:';

/** What the store keeps of a session's token: who reads the store cannot use it to log in. */
export const storedToken = (token: string): string => PREFIX + sha256(token);

/** A row as it is kept. */
export function toStored<T extends Record<string, unknown>>(model: string, row: T): T {
  return model === 'session' && typeof row['token'] === 'string' ? { ...row, token: storedToken(row['token']) } : row;
}

/** Conditions on a token as conditions on what is kept of it. */
export function storedWhere(model: string, where: readonly CleanedWhere[] = []): CleanedWhere[] {
  if (model !== 'session') return [...where];
  return where.map((condition) => {
    if (condition.field !== 'token') return condition;
    const { value } = condition;
    return { ...condition, value: Array.isArray(value) ? value.map((one) => storedToken(String(one))) : storedToken(String(value)) };
  });
}

/** The row that a token found, with that token: better-auth writes it into the cookie again when it renews the session. */
export function withToken<T>(model: string, where: readonly CleanedWhere[] = [], row: T | null): T | null {
  const asked = model === 'session' ? where.find(({ field, operator }) => field === 'token' && operator === 'eq') : undefined;
  return row !== null && typeof asked?.value === 'string' ? { ...row, token: asked.value } : row;
}
