import type { RowFields } from '../../sdk/entity.ts';
import { type Field, isEmpty } from './schema.ts';

const EMAIL = /^[^\s@<>()",;:]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/;

/** What is wrong with a value, said for people; undefined for a value that fits. The server checks again. */
export function faultOf(field: Field, value: unknown): string | undefined {
  const { label, kind, isRequired, property } = field;
  if (isEmpty(value) || (kind === 'number' && Number.isNaN(value))) return isRequired ? `${label} is needed.` : undefined;
  if (typeof value === 'number') {
    if ((kind === 'integer' || property.type === 'integer') && !Number.isInteger(value)) return `${label} must be a whole number.`;
    if (property.minimum !== undefined && value < property.minimum) return `${label} must be at least ${property.minimum}.`;
    if (property.maximum !== undefined && value > property.maximum) return `${label} must be at most ${property.maximum}.`;
  }
  if (typeof value === 'string') {
    if (property.minLength !== undefined && value.length < property.minLength)
      return `${label} must have at least ${property.minLength} characters.`;
    if (property.maxLength !== undefined && value.length > property.maxLength)
      return `${label} must have at most ${property.maxLength} characters.`;
    if (kind === 'email' && !EMAIL.test(value)) return 'Enter an email address such as ada@example.com.';
    if ((kind === 'uri' || property.format === 'uri') && !isAddress(value)) return 'Enter an address such as https://example.com.';
  }
  if (kind === 'items' && Array.isArray(value)) {
    for (const [index, item] of (value as readonly RowFields[]).entries())
      for (const inner of field.fields) {
        const fault = faultOf(inner, item[inner.name]);
        if (fault !== undefined) return `Line ${index + 1}: ${fault}`;
      }
  }
  return undefined;
}

function isAddress(text: string): boolean {
  return /^\/(?!\/)\S*$/.test(text) || (/^(https?|mailto|tel|ftp):\S+$/i.test(text) && URL.canParse(text));
}

/** The faults of all fields by name. */
export function faultsOf(fields: readonly Field[], values: RowFields): Readonly<Record<string, string>> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const fault = faultOf(field, values[field.name]);
      return fault === undefined ? [] : [[field.name, fault]];
    }),
  );
}
