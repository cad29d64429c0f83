import type { BaseRow } from '../../sdk/entity.ts';
import { type AnyEntity, type Field, optionLabel, readValue, titleField } from './schema.ts';

const formatters = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options);
  const format = formatters.get(key) ?? new Intl.NumberFormat(undefined, options);
  formatters.set(key, format);
  return format as Intl.NumberFormat;
}

function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const format = formatters.get(key) ?? new Intl.DateTimeFormat(undefined, options);
  formatters.set(key, format);
  return format as Intl.DateTimeFormat;
}

/** Formats a value; an empty string for an empty value. */
export function formatValue(field: Field, value: unknown): string {
  if (value === undefined || value === null || value === '') return '';
  if (typeof value === 'number') return formatNumber(field, value);
  if (Array.isArray(value)) return formatList(field, value);
  switch (field.kind) {
    case 'boolean':
      return value === true ? 'Yes' : 'No';
    case 'date':
      return formatDate(value);
    case 'date-time':
      return formatDateTime(value);
    case 'enum':
      return optionLabel(value);
    default:
      return String(value);
  }
}

function formatNumber({ kind, name, property }: Field, value: number): string {
  switch (kind) {
    case 'number':
    case 'rating':
      return numberFormat({ maximumFractionDigits: 2 }).format(value);
    case 'integer':
      // Years have no thousands separator.
      return numberFormat({ maximumFractionDigits: 2, useGrouping: !/(?:year|jahr)$/i.test(name) }).format(value);
    case 'percent':
      return `${numberFormat({ maximumFractionDigits: 1 }).format(value)} %`;
    case 'currency':
      return formatMoney(value, property['x-currency']);
    default:
      return String(value);
  }
}

function formatList({ kind }: Field, values: readonly unknown[]): string {
  if (kind === 'items') return `${values.length} ${values.length === 1 ? 'line' : 'lines'}`;
  return values.map(optionLabel).join(', ');
}

/** The title of a row: the value of its title field. */
export function rowTitle(entity: AnyEntity, row: BaseRow): string {
  const field = titleField(entity);
  return formatValue(field, readValue(row, field.name)) || 'Untitled';
}

/** Omits zero cents. */
export function formatMoney(amount: number, currency = 'USD'): string {
  const digits = Number.isInteger(amount) ? { minimumFractionDigits: 0 } : {};
  try {
    return numberFormat({ style: 'currency', currency, ...digits }).format(amount);
  } catch {
    return numberFormat({}).format(amount);
  }
}

/** Parses a date without a time as a local day, not as midnight UTC. */
export function parseDate(value: unknown): Date | null {
  const text = String(value ?? '');
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const date = year === undefined ? new Date(text) : new Date(Number(year), Number(month) - 1, Number(day));
  return text === '' || Number.isNaN(date.getTime()) ? null : date;
}

/** `2026-01-31` for a local day. */
export function dayKey(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** `Mar 9`, with the year unless it is the current one. */
export function formatDate(value: unknown): string {
  const date = parseDate(value);
  if (date === null) return String(value ?? '');
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  return dateFormat({ day: 'numeric', month: 'short', ...(isThisYear ? {} : { year: 'numeric' }) }).format(date);
}

export function formatTime(value: unknown): string {
  const date = parseDate(value);
  return date === null ? '' : dateFormat({ hour: 'numeric', minute: '2-digit' }).format(date);
}

function formatDateTime(value: unknown): string {
  const isPlainDate = typeof value === 'string' && value.length === 10;
  return isPlainDate ? formatDate(value) : [formatDate(value), formatTime(value)].filter(Boolean).join(', ');
}

/** Uploaded images that the server resizes. */
const RESIZED = /\/api\/files\/[^/?#]+\/[^/?#]+\/[^/?#]+\.(?:png|jpe?g|webp|avif)$/;

/** The address of a smaller copy of an uploaded image; other addresses are unchanged. */
export function smallImage(address: string, width: 160 | 640): string {
  return RESIZED.test(address) ? `${address}?width=${width}` : address;
}
