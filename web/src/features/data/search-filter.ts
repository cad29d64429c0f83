import type { Column } from './columns.ts';
import type { Filter } from './rows/api.ts';

/** The most patterns of a filter, each of which scans every row. */
const MAX_PATTERNS = 20;

/** Rows with this text in one of their text columns; null for no text. */
export function searchFilter(search: string, columns: readonly Column[]): Filter | null {
  const text = search.trim();
  if (text === '') return null;
  const pattern = { $regex: text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), $options: 'i' };
  const searched = columns.filter(
    ({ type, id, options }) =>
      id !== 'createdAt' &&
      id !== 'creatorId' &&
      (type === 'text' || type === 'link' || (type === 'select' && options.every((option) => typeof option === 'string'))),
  );
  const number = Number(text);
  const numbers = Number.isFinite(number) ? columns.filter(({ type }) => type === 'number').map(({ id }) => ({ [id]: number })) : [];
  const conditions = [...searched.slice(0, MAX_PATTERNS).map(({ id }) => ({ [id]: pattern })), ...numbers];
  return conditions.length === 0 ? null : { $or: conditions };
}
