import type { Language } from '../language/language.ts';
import { pick } from '../language/language.ts';
import type { AppTable } from './app.ts';

const PEOPLE = ['Anna Berger', 'Ben Okafor', 'Clara Rossi', 'David Kim', 'Elena Novak', 'Farid Haddad', 'Greta Lind', 'Hugo Martin'];
const PLACES = ['Station Road 4', 'Mill Lane 12', 'High Street 7', 'Park Avenue 21', 'Harbour Way 3'];
const CITIES = ['Bristol', 'Leeds', 'Graz', 'Köln', 'Basel'];
const DAY_MS = 86_400_000;

/** Deterministic, realistic sample rows. References identify rows of the same answer by position. */
export function sampleRows(
  table: AppTable,
  count: number,
  { language, now }: { readonly language: Language; readonly now: Date },
): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(
      table.fields.flatMap(({ key, label, schema }) => {
        const value = sample({ key, label, schema, index, table, now, language });
        return value === undefined ? [] : [[key, value]];
      }),
    ),
  );
}

interface SampleInput {
  readonly key: string;
  readonly label: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly index: number;
  readonly table: AppTable;
  readonly now: Date;
  readonly language: Language;
}

function sample(input: SampleInput): unknown {
  const { schema, index } = input;
  const { type, enum: options } = schema;
  if (schema['x-reference'] !== undefined) return undefined;
  if (Array.isArray(options)) return options[index % options.length];
  if (type === 'boolean') return index % 2 === 1;
  if (type === 'integer' || type === 'number') return sampleNumber(input);
  return type === 'string' ? sampleText(input) : undefined;
}

const nth = (values: readonly string[], index: number) => values[index % values.length] ?? '';

/** By format; a picture and a colour are left out. */
const FORMATS: Readonly<Record<string, (index: number, now: Date) => string | undefined>> = {
  date: (index, now) => dayAfter(index, now).slice(0, 10),
  'date-time': dayAfter,
  time: (index) => `${String(8 + (index % 10)).padStart(2, '0')}:30`,
  email: (index) => `${nth(PEOPLE, index).toLowerCase().replace(/\W+/g, '.')}@example.com`,
  phone: (index) => `+44 20 7946 0${100 + index}`,
  uri: (index) => `https://example.com/${index + 1}`,
  image: () => undefined,
  color: () => undefined,
};

function dayAfter(index: number, now: Date): string {
  return new Date(now.getTime() + (index * 3 - 2) * DAY_MS).toISOString();
}

function sampleText({ key, label, schema: { format }, index, table, now, language }: SampleInput): string | undefined {
  const made = FORMATS[String(format)];
  if (made !== undefined) return made(index, now);
  if (format === 'multiline' || /notes?$/i.test(key)) return pick(language, { en: 'An example note.', de: 'Eine Beispielnotiz.' });
  const isPerson = table.fields.some((field) => field.schema['format'] === 'email' || field.schema['format'] === 'phone');
  if (/name$|author|artist|person|member|assignee|owner|customer|client/i.test(key) && (isPerson || key !== 'name'))
    return nth(PEOPLE, index);
  if (/address|street/i.test(key)) return nth(PLACES, index);
  if (/city|location|^(?:from|to)$/i.test(key)) return nth(CITIES, index);
  return `${table.fields[0]?.key === key ? table.one : label} ${index + 1}`;
}

function sampleNumber({ key, schema: { minimum, maximum, format, type }, index }: SampleInput): number {
  if (/year/i.test(key)) return 1998 + index * 4;
  const low = typeof minimum === 'number' ? minimum : 1;
  const value = format === 'currency' ? 20 + index * 15.5 : low + 2 + index * 3;
  const bounded = typeof maximum === 'number' ? Math.min(value, maximum) : value;
  return type === 'integer' ? Math.round(bounded) : bounded;
}
