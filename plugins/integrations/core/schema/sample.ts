import { typesOf } from './fit.ts';
import { type JsonSchema, resolve } from './schema.ts';

/** Beyond this depth, lists of a sample have as few items as they may. */
const FULL_DEPTH = 3;
const MAX_DEPTH = 20;
/** References could multiply without end. */
const MAX_VALUES = 5000;
const DATE = '2026-01-31';

/** A value that fits a schema, whose texts say that they are samples. */
export function sampleOf(schema: JsonSchema): unknown {
  return sampleValue({ root: schema, schema, name: 'answer', depth: 0, budget: { values: MAX_VALUES } });
}

interface Place {
  readonly root: JsonSchema;
  readonly schema: JsonSchema;
  /** Of the field. */
  readonly name: string;
  readonly depth: number;
  /** Of all values of the sample together. */
  readonly budget: { values: number };
}

function sampleValue(place: Place): unknown {
  const { root, schema, depth, budget } = place;
  budget.values -= 1;
  if (depth > MAX_DEPTH || budget.values < 0) return null;
  const deeper = (next: JsonSchema) => sampleValue({ ...place, schema: next, depth: depth + 1 });
  if (schema.$ref !== undefined) return deeper(resolve(root, schema.$ref) ?? {});
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined && schema.enum.length > 0) return schema.enum[0];
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  const { anyOf: _any, oneOf: _one, allOf = [], ...plain } = schema;
  if (choice !== undefined) return deeper({ ...plain, ...choice });
  return allOf.length === 0 ? typed(place) : deeper({ ...plain, ...merged(allOf) });
}

/** Alternatives that a sample has to fit at once: their fields together. */
function merged(schemas: readonly JsonSchema[]): JsonSchema {
  const properties = Object.assign({}, ...schemas.map((one) => one.properties ?? {})) as NonNullable<JsonSchema['properties']>;
  return Object.assign({}, ...schemas, Object.keys(properties).length === 0 ? {} : { properties }) as JsonSchema;
}

function typed(place: Place): unknown {
  const { schema } = place;
  const type = typesOf(schema)[0] ?? (schema.properties ? 'object' : schema.items ? 'array' : 'string');
  if (type === 'object') return fieldsOf(place);
  if (type === 'array') return itemsOf(place);
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  return type === 'string' ? textOf(place) : Math.min(schema.maximum ?? Number.POSITIVE_INFINITY, Math.max(schema.minimum ?? 1, 1));
}

function fieldsOf(place: Place): Record<string, unknown> {
  const entries = Object.entries(place.schema.properties ?? {});
  return Object.fromEntries(entries.map(([name, schema]) => [name, sampleValue({ ...place, schema, name, depth: place.depth + 1 })]));
}

function itemsOf(place: Place): unknown[] {
  const { items = {}, minItems = 0, maxItems = 2 } = place.schema;
  const count = Math.min(Math.max(minItems, place.depth < FULL_DEPTH ? Math.min(2, maxItems) : 0), 100);
  return Array.from({ length: count }, () => sampleValue({ ...place, schema: items, depth: place.depth + 1 }));
}

const FORMATS: Readonly<Record<string, string>> = {
  date: DATE,
  'date-time': `${DATE}T12:00:00.000Z`,
  time: '12:00:00',
  email: 'sample@example.com',
  uri: 'https://example.com/sample',
  url: 'https://example.com/sample',
};

function textOf({ schema: { format, title, minLength = 0, maxLength = Number.POSITIVE_INFINITY }, name }: Place): string {
  if (format !== undefined && Object.hasOwn(FORMATS, format)) return FORMATS[format] ?? '';
  const words = (title ?? name).replaceAll('_', ' ').slice(0, 60);
  return `Sample ${words}`.padEnd(Math.min(minLength, 10_000), '.').slice(0, maxLength);
}
