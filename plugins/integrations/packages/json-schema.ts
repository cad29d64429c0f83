import { z } from 'zod';

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

/** The TypeScript type of a schema, for prompts and exports. */
export function typeOf(schema: unknown, level = 0): string {
  if (typeof schema !== 'object' || schema === null || level > 6) return 'unknown';
  const { type, properties, required, items, enum: choices, anyOf, oneOf } = schema as Readonly<Record<string, unknown>>;
  if (Array.isArray(choices)) return choices.map((choice) => JSON.stringify(choice)).join(' | ');
  const either = anyOf ?? oneOf;
  if (Array.isArray(either)) return either.map((one) => typeOf(one, level + 1)).join(' | ');
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one }, level + 1)).join(' | ');
  if (type === 'array') return `Array<${typeOf(items, level + 1)}>`;
  if (type === 'object' || properties !== undefined) return objectType(properties, required, level);
  if (type === 'integer') return 'number';
  return typeof type === 'string' ? type : 'unknown';
}

function objectType(properties: unknown, required: unknown, level: number): string {
  const entries = Object.entries(properties ?? {});
  if (entries.length === 0) return 'Record<string, unknown>';
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const name = (key: string) => (/^[a-zA-Z_$][\w$]*$/.test(key) ? key : JSON.stringify(key));
  return `{ ${entries.map(([key, value]) => `${name(key)}${needed.includes(key) ? '' : '?'}: ${typeOf(value, level + 1)}`).join('; ')} }`;
}
