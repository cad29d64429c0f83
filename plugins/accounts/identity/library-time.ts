import { storeNow } from '@sayso/core';

const DATES = new Set(['createdAt', 'updatedAt', 'expiresAt', 'accessTokenExpiresAt', 'refreshTokenExpiresAt']);
/** Differences below a second are noise of the measurement, and change nothing. */
const STEP_MS = 1000;

/** By how much the store's time is ahead of the clock of this machine, which better-auth goes by, in whole seconds. */
export function libraryLagMs(): number {
  return Math.round((storeNow() - Date.now()) / STEP_MS) * STEP_MS;
}

/** Times of better-auth as the store has them: nodes whose clocks differ agree on what has expired. */
export function toStoreTimes<T>(row: T): T {
  return shifted(row, libraryLagMs());
}

/** Stored times as better-auth compares them with the clock of this machine. */
export function toLibraryTimes<T>(row: T): T {
  return shifted(row, -libraryLagMs());
}

function shifted<T>(row: T, ms: number): T {
  if (ms === 0 || typeof row !== 'object' || row === null) return row;
  const dates = Object.entries(row).flatMap(([name, value]) => (DATES.has(name) ? [[name, shiftedDate(value, ms)]] : []));
  return dates.length === 0 ? row : { ...row, ...Object.fromEntries(dates) };
}

/** An ISO text or a date; a list of them in a condition; anything else stays. */
export function shiftedDate(value: unknown, ms: number): unknown {
  if (Array.isArray(value)) return value.map((one) => shiftedDate(one, ms));
  if (value instanceof Date) return new Date(value.getTime() + ms);
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? value : new Date(time + ms).toISOString();
}

/** Conditions on times, as the store has them. */
export function storeConditions<T extends { readonly field: string; readonly value: unknown }>(where: readonly T[]): T[] {
  const ms = libraryLagMs();
  return ms === 0 ? [...where] : where.map((each) => (DATES.has(each.field) ? { ...each, value: shiftedDate(each.value, ms) } : each));
}
