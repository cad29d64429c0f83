import { z } from 'zod';
import { GuestFailed } from '../sandbox/errors.ts';

/** JSON Schema as packages may use it. No `pattern`: the server would run the author's regular expressions. No references: they may recur. */
const KEYWORDS = new Set([
  ...['type', 'title', 'description', 'properties', 'required', 'additionalProperties', 'items', 'enum', 'const', 'default', 'examples'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength', 'minItems', 'maxItems'],
  ...['anyOf', 'oneOf', 'allOf', 'format', 'nullable', '$schema'],
]);
const FORMATS = new Set(['email', 'uri', 'url', 'uuid', 'date', 'date-time', 'time']);
const MAX_LEVELS = 12;
const MAX_NODES = 1500;

/** What is wrong with a schema, in sentences. */
export function checkedSchema(schema: unknown): string[] {
  const problems: string[] = [];
  let nodes = 0;
  const visit = (node: unknown, level: number): void => {
    if (typeof node === 'boolean' || problems.length > 5) return;
    nodes += 1;
    if (typeof node !== 'object' || node === null || Array.isArray(node)) problems.push('is not a JSON schema');
    else if (level > MAX_LEVELS || nodes > MAX_NODES) problems.push('is too large a JSON schema');
    else
      for (const [keyword, value] of Object.entries(node)) problems.push(...inKeyword(keyword, value, (child) => visit(child, level + 1)));
  };
  visit(schema, 0);
  return [...new Set(problems)];
}

function inKeyword(keyword: string, value: unknown, visit: (child: unknown) => void): string[] {
  if (!KEYWORDS.has(keyword)) return [`uses "${keyword}", which is not supported`];
  if (keyword === 'format' && !FORMATS.has(String(value)))
    return [`uses the format ${JSON.stringify(value)}; known are ${[...FORMATS].join(', ')}`];
  for (const child of childrenOf(keyword, value)) visit(child);
  return [];
}

/** The schemas in the value of a keyword. */
function childrenOf(keyword: string, value: unknown): readonly unknown[] {
  if (keyword === 'items') return [value];
  if (keyword === 'additionalProperties') return typeof value === 'object' ? [value] : [];
  if (keyword === 'properties') return Object.values(value ?? {});
  if (!['anyOf', 'oneOf', 'allOf'].includes(keyword)) return [];
  return Array.isArray(value) ? value : [null];
}

const known = new WeakMap<object, z.ZodType>();

/** The Zod schema of a checked JSON schema. */
export function zodOf(schema: Readonly<Record<string, unknown>>): z.ZodType {
  const zod = known.get(schema) ?? z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  known.set(schema, zod);
  return zod;
}

/** The answer of an endpoint. Throws `GuestFailed`: one that does not fit the declared schema is an error of the package. */
export function outputOf(schema: Readonly<Record<string, unknown>>, value: unknown): unknown {
  const { success, data, error } = zodOf(schema).safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  throw new GuestFailed(
    `The integration answered something else than it declares: ${issue?.path.join('.') || 'the answer'} ${issue?.message ?? ''}`.trim(),
  );
}
