import { z } from 'zod';

/** A JSON schema of a caller: the subset that `fit` checks. Other keywords are for the model to read, and not enforced. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly $ref?: string;
  readonly format?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

const MAX_CHARACTERS = 50_000;
const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const count = z.int().min(0).optional();
const one: z.ZodType<JsonSchema> = z.lazy(() =>
  z.looseObject({
    type: z.union([z.enum(TYPES), z.array(z.enum(TYPES)).min(1)]).optional(),
    title: z.string().optional(),
    properties: z.record(z.string(), one).optional(),
    // Draft 3 and many models write `required: true` within a property.
    required: z.union([z.array(z.string()), z.boolean().transform(() => undefined)]).optional(),
    additionalProperties: z.union([z.boolean(), one]).optional(),
    items: one.optional(),
    enum: z.array(z.unknown()).optional(),
    anyOf: z.array(one).min(1).optional(),
    oneOf: z.array(one).min(1).optional(),
    allOf: z.array(one).optional(),
    $ref: z.string().optional(),
    format: z.string().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    minLength: count,
    maxLength: count,
    minItems: count,
    maxItems: count,
  }),
) as unknown as z.ZodType<JsonSchema>;

/** The parameter of an endpoint that is a JSON schema. */
export const jsonSchema = z
  .custom<Readonly<Record<string, unknown>>>((value) => isObject(value), 'A JSON schema has to be an object')
  .refine((value) => JSON.stringify(value).length <= MAX_CHARACTERS, `A JSON schema has at most ${MAX_CHARACTERS} characters`)
  .pipe(one as unknown as z.ZodType<JsonSchema, Readonly<Record<string, unknown>>>)
  .meta({ type: 'object', description: 'A JSON schema.' });

/** The schema behind a local reference, such as `#/$defs/Item`; null for any other. */
export function resolve(root: JsonSchema, ref: string): JsonSchema | null {
  if (ref === '#') return root;
  if (!ref.startsWith('#/')) return null;
  let found: unknown = root;
  for (const part of ref.slice(2).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (!isObject(found) || !Object.hasOwn(found, key)) return null;
    found = found[key];
  }
  return isObject(found) ? (found as JsonSchema) : null;
}
