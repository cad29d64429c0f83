import type { PropertySchema } from '@sayso/apps/ref';
import { InvalidRow } from '../errors.ts';
import { fromCell } from '../import/convert.ts';
import { isDate } from '../rows/formats.ts';
import { compileValidator } from '../rows/validate.ts';

/** Converts a value to its field's new type. Null: it cannot be converted. */
export type Convert = (value: unknown) => { readonly value: unknown } | null;

const YES = new Set(['true', 'yes', 'y', '1', 'on']);
const NO = new Set(['false', 'no', 'n', '0', 'off']);
const TEXTS: PropertySchema = { type: 'array', items: { type: 'string' } };

/** A value that already has the type stays as it is, so converting twice is as good as once. */
export function converter(property: PropertySchema): Convert {
  const validator = compileValidator({ name: 'Value', type: 'object', properties: { value: property } });
  const fits = (value: unknown): boolean => {
    // Days are stored with a time where code writes them so; a conversion makes days of them.
    if (property.format === 'date' && typeof value === 'string' && value !== '' && !isDate(value)) return false;
    try {
      validator.update({ value });
      return true;
    } catch (error) {
      if (error instanceof InvalidRow) return false;
      throw error;
    }
  };
  const item = property.type === 'array' && property.items ? converter(property.items) : null;
  return (value) => {
    // An empty text counts as no value for every type.
    if (value === null || value === undefined || (value !== '' && fits(value))) return { value };
    if (value === '') return { value: property.type === 'string' ? '' : null };
    const converted = property.type === 'array' ? toList(value, item) : candidate(value, property);
    return converted !== undefined && fits(converted) ? { value: converted } : null;
  };
}

function candidate(value: unknown, property: PropertySchema): unknown {
  if (property.enum) return choice(value, property.enum);
  if (property.type === 'boolean') return toBoolean(value);
  if (typeof value === 'boolean' && property.type !== 'string') return value ? 1 : 0;
  return fromCell(plain(value), property);
}

function choice(value: unknown, choices: readonly (string | number)[]): unknown {
  const text = plain(value);
  return choices.find((each) => String(each) === text) ?? choices.find((each) => String(each).toLowerCase() === text.toLowerCase());
}

function toBoolean(value: unknown): unknown {
  const text = plain(value).toLowerCase();
  if (YES.has(text)) return true;
  return NO.has(text) ? false : undefined;
}

function toList(value: unknown, convert: Convert | null): unknown {
  const list = typeof value === 'string' ? fromCell(value, TEXTS) : [value];
  if (!Array.isArray(list) || convert === null) return list;
  const items = list.map(convert);
  return items.some((item) => item === null) ? undefined : items.map((item) => item?.value);
}

function plain(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
