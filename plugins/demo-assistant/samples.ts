import type { AppModel, AppTable } from './app.ts';
import type { Language } from './language.ts';
import { pick } from './language.ts';

const PEOPLE = ['Anna Berger', 'Ben Okafor', 'Clara Rossi', 'David Kim', 'Elena Novak', 'Farid Haddad', 'Greta Lind', 'Hugo Martin'];
const PLACES = ['Station Road 4', 'Mill Lane 12', 'High Street 7', 'Park Avenue 21', 'Harbour Way 3'];
const CITIES = ['Bristol', 'Leeds', 'Graz', 'Köln', 'Basel'];
const DAY_MS = 86_400_000;

/** Made-up rows that look like the real ones, the same each time. References name rows of the same answer by their place. */
export function sampleRows(
  table: AppTable,
  count: number,
  { app, language, now }: { readonly app: AppModel; readonly language: Language; readonly now: Date },
): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(
      table.fields.flatMap(({ key, label, schema }) => {
        const value = sample({ key, label, schema, index, table, app, now, language });
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
  readonly app: AppModel;
  readonly now: Date;
  readonly language: Language;
}

function sample(input: SampleInput): unknown {
  const { key, label, schema, index, table, now, language } = input;
  const { type, format, enum: options } = schema;
  const at = <T>(values: readonly T[]): T | undefined => values[index % values.length];
  if (schema['x-reference'] !== undefined) return undefined;
  if (Array.isArray(options)) return at(options);
  if (type === 'boolean') return index % 2 === 1;
  if (type === 'integer' || type === 'number') return sampleNumber(input);
  if (type !== 'string') return undefined;
  if (format === 'date') return new Date(now.getTime() + (index * 3 - 2) * DAY_MS).toISOString().slice(0, 10);
  if (format === 'date-time') return new Date(now.getTime() + (index * 3 - 2) * DAY_MS).toISOString();
  if (format === 'time') return `${String(8 + (index % 10)).padStart(2, '0')}:30`;
  const person = at(PEOPLE) ?? '';
  if (format === 'email') return `${person.toLowerCase().replace(/\W+/g, '.')}@example.com`;
  if (format === 'phone') return `+44 20 7946 0${100 + index}`;
  if (format === 'uri') return `https://example.com/${index + 1}`;
  if (format === 'image' || format === 'color') return undefined;
  if (format === 'multiline' || /notes?$/i.test(key)) return pick(language, { en: 'An example note.', de: 'Eine Beispielnotiz.' });
  const isPerson = table.fields.some((field) => field.schema['format'] === 'email' || field.schema['format'] === 'phone');
  if (/name$|author|artist|person|member|assignee|owner|customer|client/i.test(key) && (isPerson || key !== 'name')) return person;
  if (/address|street/i.test(key)) return at(PLACES);
  if (/city|location|^(?:from|to)$/i.test(key)) return at(CITIES);
  return `${label} ${index + 1}`;
}

function sampleNumber({ key, schema: { minimum, maximum, format, type }, index }: SampleInput): number {
  if (/year/i.test(key)) return 1998 + index * 4;
  const low = typeof minimum === 'number' ? minimum : 1;
  const value = format === 'currency' ? 20 + index * 15.5 : low + 2 + index * 3;
  const bounded = typeof maximum === 'number' ? Math.min(value, maximum) : value;
  return type === 'integer' ? Math.round(bounded) : bounded;
}
