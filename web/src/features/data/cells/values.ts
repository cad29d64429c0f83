import type { Column } from '../columns.ts';

/** A value converted from text, or the reason why it cannot be. */
export type Converted = { readonly value: unknown } | { readonly problem: Problem };
export type Problem =
  | { readonly kind: 'number' | 'whole' | 'boolean' | 'datetime' | 'link' }
  | { readonly kind: 'option'; readonly options: readonly (string | number)[] }
  | { readonly kind: 'json'; readonly reason: string }
  | { readonly kind: 'readOnly' };

const TRUE = new Set(['true', 'yes', '1', 'x', '✓']);
const FALSE = new Set(['false', 'no', '0']);

/** Text of a value for an editor, the clipboard and files; parsed back by `fromText`. */
export function toText(value: unknown, { type }: Pick<Column, 'type'>): string {
  if (value === null || value === undefined) return '';
  if (type === 'multiselect' && Array.isArray(value)) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The value of text in a column; empty text is no value. */
export function fromText(text: string, column: Column): Converted {
  const trimmed = text.trim();
  if (column.isReadOnly) return { problem: { kind: 'readOnly' } };
  if (trimmed === '') return { value: null };
  return PARSERS[column.type](trimmed, column);
}

const PARSERS: Readonly<Record<Column['type'], (text: string, column: Column) => Converted>> = {
  text: (value) => ({ value }),
  link: (value) => (/^\/(?!\/)\S*$/.test(value) || URL.canParse(value) ? { value } : { problem: { kind: 'link' } }),
  image: (value) => (/^\/(?!\/)\S*$/.test(value) || URL.canParse(value) ? { value } : { problem: { kind: 'link' } }),
  number: (text, { isWhole }) => {
    const value = Number(plainNumber(text));
    if (!Number.isFinite(value)) return { problem: { kind: 'number' } };
    return isWhole && !Number.isSafeInteger(value) ? { problem: { kind: 'whole' } } : { value };
  },
  boolean: (text) => {
    const word = text.toLowerCase();
    if (TRUE.has(word)) return { value: true };
    return FALSE.has(word) ? { value: false } : { problem: { kind: 'boolean' } };
  },
  datetime: (text, { isDay }) => {
    if (isDay && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))) return { value: text };
    const time = Date.parse(text);
    if (Number.isNaN(time)) return { problem: { kind: 'datetime' } };
    return { value: isDay ? localDay(new Date(time)) : new Date(time).toISOString() };
  },
  select: (text, column) => {
    const value = optionOf(text, column);
    return value === undefined ? { problem: { kind: 'option', options: column.options } } : { value };
  },
  multiselect: (text, column) => {
    const parts = text.startsWith('[') ? listOf(text) : text.split(/[,;|\n]/);
    const values = parts
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => optionOf(part, column));
    return values.includes(undefined) ? { problem: { kind: 'option', options: column.options } } : { value: [...new Set(values)] };
  },
  json: (text) => {
    try {
      return { value: JSON.parse(text) as unknown };
    } catch (error) {
      return { problem: { kind: 'json', reason: error instanceof Error ? error.message : String(error) } };
    }
  },
};

function optionOf(text: string, { options }: Column): string | number | undefined {
  return options.find((option) => String(option) === text) ?? options.find((option) => String(option).toLowerCase() === text.toLowerCase());
}

function listOf(text: string): string[] {
  try {
    const list = JSON.parse(text) as unknown;
    return Array.isArray(list) ? list.map(String) : [text];
  } catch {
    return [text];
  }
}

/** Spreadsheets group thousands, and some write a decimal comma. */
function plainNumber(text: string): string {
  const bare = text.replaceAll(/[\s']/g, '');
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare)) return bare.replaceAll(',', '');
  if (/^-?\d{1,3}(\.\d{3})+,\d+$/.test(bare)) return bare.replaceAll('.', '').replace(',', '.');
  return /^-?\d+,\d+$/.test(bare) ? bare.replace(',', '.') : bare;
}

const two = (value: number): string => String(value).padStart(2, '0');
export const localDay = (date: Date): string => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
/** Value of an `<input type="datetime-local">`. */
export const localMinute = (date: Date): string => `${localDay(date)}T${two(date.getHours())}:${two(date.getMinutes())}`;

export const isLongText = (text: string): boolean => text.length > 50 || text.includes('\n');
