import type { RowFields } from '../../sdk/entity.ts';
import { type Field, isEmpty } from './schema.ts';

const EMAIL = /^[^\s@<>()",;:]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/;

/** The validation error of a value, for users; undefined for a valid one. The server validates again. */
export function faultOf(field: Field, value: unknown): string | undefined {
  const { label, kind, isRequired } = field;
  if (isEmpty(value) || Number.isNaN(value)) return isRequired ? `${label} is needed.` : undefined;
  if (typeof value === 'number') return numberFault(field, value);
  if (typeof value === 'string') return textFault(field, value);
  return kind === 'items' && Array.isArray(value) ? itemsFault(field, value) : undefined;
}

function numberFault({ label, kind, property }: Field, value: number): string | undefined {
  if ((kind === 'integer' || property.type === 'integer') && !Number.isInteger(value)) return `${label} must be a whole number.`;
  if (property.minimum !== undefined && value < property.minimum) return `${label} must be at least ${property.minimum}.`;
  if (property.maximum !== undefined && value > property.maximum) return `${label} must be at most ${property.maximum}.`;
  return undefined;
}

function textFault({ label, kind, property }: Field, value: string): string | undefined {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, format } = property;
  if (value.length < minLength) return `${label} must have at least ${minLength} characters.`;
  if (value.length > maxLength) return `${label} must have at most ${maxLength} characters.`;
  if (kind === 'email' && !EMAIL.test(value)) return 'Enter an email address such as ada@example.com.';
  if ((kind === 'uri' || format === 'uri') && !isAddress(value)) return 'Enter an address such as https://example.com.';
  if (kind === 'date' && !isDay(value)) return 'Enter a date such as 2026-01-31.';
  if (kind === 'date-time' && !isMoment(value)) return 'Enter a date and time such as 2026-01-31 12:00.';
  return undefined;
}

function itemsFault(field: Field, items: readonly RowFields[]): string | undefined {
  for (const [index, item] of items.entries()) {
    const [fault] = Object.values(faultsOf(field.fields, item));
    if (fault !== undefined) return `Line ${index + 1}: ${fault}`;
  }
  return undefined;
}

/** An existing day. Browsers accept years of more than four digits, the server does not. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function isMoment(text: string): boolean {
  return isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text));
}

function isAddress(text: string): boolean {
  return /^\/(?!\/)\S*$/.test(text) || (/^(https?|mailto|tel|ftp):\S+$/i.test(text) && URL.canParse(text));
}

/** The validation errors of all fields, by name. */
export function faultsOf(fields: readonly Field[], values: RowFields): Readonly<Record<string, string>> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const fault = faultOf(field, values[field.name]);
      return fault === undefined ? [] : [[field.name, fault]];
    }),
  );
}
