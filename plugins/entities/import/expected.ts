import type { PropertySchema } from '@sayso/apps/ref';
import { FORMATS } from '../rows/formats.ts';

const TYPES: Readonly<Record<string, string>> = {
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object in JSON',
};
const MAX_CHOICES = 20;

/** What a cell of a field should have held, in words; the validator's message where the type does not tell. */
export function expectedOf(property: PropertySchema | undefined, cell: string, message: string): string {
  if (property === undefined) return message;
  if (cell.trim() === '') return 'a value';
  if (property.enum && property.type !== 'array') return `one of: ${property.enum.slice(0, MAX_CHOICES).join(', ')}`;
  const unknown = /references a row of (.*) that does not exist\.$/.exec(message);
  if (unknown !== null) return `the id of a row of ${unknown[1]}`;
  const limits = /must (?:be|have) (at (?:least|most) .*)\.$/.exec(message);
  return limits?.[1] ?? TYPES[property.type ?? ''] ?? FORMATS[property.format ?? '']?.words ?? message;
}
