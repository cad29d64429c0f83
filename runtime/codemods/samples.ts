import type { FieldSchema, SampleOptions } from './changes.ts';
import { humanized } from './table.ts';

const PEOPLE = ['Anna Berger', 'Ben Okafor', 'Clara Rossi', 'David Kim', 'Elena Novak', 'Farid Haddad', 'Greta Lind', 'Hugo Martin'];
const PLACES = ['Station Road 4', 'Mill Lane 12', 'High Street 7', 'Park Avenue 21', 'Harbour Way 3'];
const CITIES = ['Bristol', 'Leeds', 'Graz', 'Köln', 'Basel'];
const NOTES = { en: 'An example note.', de: 'Eine Beispielnotiz.' };
const EXAMPLE = { en: 'Example', de: 'Beispiel' };
const DAY_MS = 86_400_000;
const MAX_LENGTH = 1000;
const MAX_ITEMS = 10;
/** Of lists and objects within each other. */
const MAX_DEPTH = 3;

/**
 * Realistic rows that fit the JSON schema of a table; the same input makes the same rows. Leaves out what has no plausible value: pictures,
 * colours, texts with a pattern, and lists that are not required.
 */
export function sampleRows(schema: FieldSchema, options: SampleOptions): Record<string, unknown>[] {
  return rowsAt(0, schema, options);
}

function rowsAt(depth: number, schema: FieldSchema, options: SampleOptions): Record<string, unknown>[] {
  const fields = Object.entries(recordOf(schema['properties'])).map(([key, field]) => [key, recordOf(field)] as const);
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  const { title, name } = schema;
  const row = {
    one: typeof title === 'string' ? title : typeof name === 'string' ? humanized(name) : EXAMPLE[options.language ?? 'en'],
    first: fields[0]?.[0],
    isPerson: fields.some(([, { format }]) => format === 'email' || format === 'phone'),
  };
  return Array.from({ length: options.count }, (_, index) =>
    Object.fromEntries(
      fields.flatMap(([key, field]) => {
        const value = sampleValue({ key, schema: field, index, row, isRequired: required.has(key), depth, options });
        return value === undefined ? [] : [[key, value]];
      }),
    ),
  );
}

interface Sample {
  readonly key: string;
  readonly schema: FieldSchema;
  readonly index: number;
  readonly row: { readonly one: string; readonly first: string | undefined; readonly isPerson: boolean };
  readonly isRequired: boolean;
  readonly depth: number;
  readonly options: SampleOptions;
}

function sampleValue(sample: Sample): unknown {
  const { schema, index, options } = sample;
  const reference = schema['x-reference'];
  if (typeof reference === 'string') return Object.hasOwn(options.ids ?? {}, reference) ? nth(options.ids?.[reference], index) : undefined;
  if (schema['const'] !== undefined) return schema['const'];
  if (Array.isArray(schema['enum'])) return nth(schema['enum'], index);
  const type = Array.isArray(schema['type']) ? schema['type'].find((one) => one !== 'null') : schema['type'];
  if (type === 'boolean') return index % 2 === 1;
  if (type === 'integer' || type === 'number') return numberOf(sample, type);
  if (type === 'string') return textOf(sample);
  if (sample.depth === MAX_DEPTH) return undefined;
  if (type === 'array') return listOf(sample);
  return type === 'object' && sample.isRequired ? rowsAt(sample.depth + 1, schema, { ...options, count: 1 })[0] : undefined;
}

function numberOf({ key, schema, index }: Sample, type: 'integer' | 'number'): number {
  const step = given(schema, 'multipleOf') ?? (type === 'integer' ? 1 : 0);
  const stepped = (value: number, round: (value: number) => number) => (step > 0 ? round(value / step) * step : value);
  const low = given(schema, 'minimum') ?? shifted(given(schema, 'exclusiveMinimum'), step || 1);
  const high = given(schema, 'maximum') ?? shifted(given(schema, 'exclusiveMaximum'), -step || -1);
  const counted = schema['format'] === 'currency' ? 20 + index * 15.5 : (low ?? 1) + 2 + index * 3;
  const value = stepped(/year/i.test(key) ? 1998 + ((index * 4) % 28) : counted, Math.round);
  const bounded = high === undefined ? value : Math.min(value, stepped(high, Math.floor));
  return low === undefined ? bounded : Math.max(bounded, stepped(low, Math.ceil));
}

function textOf(sample: Sample): string | undefined {
  const { schema, index, options } = sample;
  const format = String(schema['format']);
  if (schema['pattern'] !== undefined || (given(schema, 'minLength') ?? 0) > MAX_LENGTH) return undefined;
  if (Object.hasOwn(FORMATS, format)) return FORMATS[format]?.(index, options.now);
  const text = wordsOf(sample);
  return text.slice(0, given(schema, 'maxLength')).padEnd(given(schema, 'minLength') ?? 0, '.');
}

/** By format; a picture and a colour are left out. */
const FORMATS: Readonly<Record<string, (index: number, now: Date) => string | undefined>> = {
  date: (index, now) => dayAfter(index, now).slice(0, 10),
  'date-time': dayAfter,
  time: (index) => `${String(8 + (index % 10)).padStart(2, '0')}:30`,
  email: (index) => `${nth(PEOPLE, index)?.toLowerCase().replace(/\W+/g, '.')}@example.com`,
  phone: (index) => `+44 20 7946 0${100 + index}`,
  uri: (index) => `https://example.com/${index + 1}`,
  image: () => undefined,
  color: () => undefined,
};

function dayAfter(index: number, now: Date): string {
  return new Date(now.getTime() + (index * 3 - 2) * DAY_MS).toISOString();
}

function wordsOf({ key, schema, index, row, options }: Sample): string {
  if (schema['format'] === 'multiline' || /notes?$/i.test(key)) return NOTES[options.language ?? 'en'];
  const isName = /name$|author|artist|person|member|assignee|owner|customer|client/i.test(key) && (row.isPerson || key !== 'name');
  const known = isName ? PEOPLE : /address|street/i.test(key) ? PLACES : /city|location|^(?:from|to)$/i.test(key) ? CITIES : [];
  const label = typeof schema['title'] === 'string' ? schema['title'] : humanized(key);
  return nth(known, index) ?? `${key === row.first ? row.one : label} ${index + 1}`;
}

function listOf(sample: Sample): unknown[] | undefined {
  const { schema, index, depth } = sample;
  const least = given(schema, 'minItems') ?? 0;
  if ((!sample.isRequired && least === 0) || least > MAX_ITEMS) return undefined;
  const items = { title: schema['title'], ...recordOf(schema['items']) };
  const made = Array.from({ length: Math.max(least, 1) }, (_, at) =>
    sampleValue({ ...sample, schema: items, index: index + at, isRequired: true, depth: depth + 1 }),
  );
  return made.filter((item) => item !== undefined);
}

function nth<T>(values: readonly T[] | undefined, index: number): T | undefined {
  return values?.[index % values.length];
}

function given(schema: FieldSchema, key: string): number | undefined {
  const value = schema[key];
  return typeof value === 'number' ? value : undefined;
}

function shifted(value: number | undefined, by: number): number | undefined {
  return value === undefined ? undefined : value + by;
}

function recordOf(value: unknown): FieldSchema {
  return typeof value === 'object' && value !== null ? (value as FieldSchema) : {};
}
