import { z } from 'zod';
import { InvalidEntity } from '../errors.ts';
import type { EntitySchema, PropertySchema } from '../ref.ts';
import { checkLengths } from './entity-lengths.ts';
import { accessOf, DEFAULT_ACCESS, narrower } from './entity-rules.ts';
import { fileName } from './paths.ts';

const MAX_DEPTH = 12;
const PERMISSIONS = ['anonymous', 'all', 'creator', 'admin', 'none'] as const;
const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array'] as const;
/** Fields that the server sets on every row; dropped from schemas that list them. */
const BUILT_IN = new Set(['id', 'createdAt', 'updatedAt', 'creatorId']);
const DANGEROUS = new Set(['__proto__', 'constructor', 'prototype']);

const propertyName = z
  .string()
  .max(64, 'The name of a property has at most 64 characters.')
  .regex(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/, 'A property name has letters, digits, dashes and underscores, and starts with a letter.')
  .refine((name) => !DANGEROUS.has(name), 'This property name is reserved.');

const text = z.string('must be text.');
const option = z.union([text, z.number()], 'must be text or a number.');

/** Models write `["string", "null"]` for an optional value. */
const propertyType = z.preprocess(
  (type) => (Array.isArray(type) ? (type.find((one) => one !== 'null') ?? type[0]) : type),
  z.enum(TYPES, `must be one of ${TYPES.join(', ')}.`).optional(),
);

const property: z.ZodType<PropertySchema> = z.lazy(() =>
  z.looseObject({
    type: propertyType,
    title: text.optional(),
    description: text.optional(),
    format: text.optional(),
    enum: z.array(option, 'must be a list of choices.').max(500, 'A field has at most 500 choices.').optional(),
    items: property.optional(),
    properties: properties.optional(),
    required: z.array(z.string()).optional(),
  }),
) as z.ZodType<PropertySchema>;
const properties: z.ZodType<Readonly<Record<string, PropertySchema>>> = z.lazy(() => z.record(propertyName, property));

const permission = z.enum(PERMISSIONS, `must be one of ${PERMISSIONS.join(', ')}.`).default('creator');
const entity = z.looseObject({
  type: z.literal('object', 'must be "object".').default('object'),
  properties: z
    .record(propertyName, property, 'must be an object of properties.')
    .default({})
    .refine((all) => Object.keys(all).length <= 200, 'A table has at most 200 properties.'),
  required: z.array(z.string(), 'must be a list of property names.').optional(),
  'x-accessControl': z.looseObject({ permissions: z.looseObject({ read: permission, write: permission }).prefault({}) }).prefault({}),
});

/** Parses and checks a table's schema before it replaces `before`; throws `InvalidEntity` naming the file and the place. */
export function parseEntity(path: string, text: string, before: EntitySchema | null = null): EntitySchema {
  const schema = readEntity(path, text);
  checkLengths(path, schema, before);
  return schema;
}

/** Parses a stored schema, which may be older than the limits of its texts. */
export function readEntity(path: string, text: string): EntitySchema {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InvalidEntity(path, [{ path: '', message: `is not valid JSON: ${(error as Error).message}` }]);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InvalidEntity(path, [{ path: '', message: 'must be a JSON object with "properties".' }]);
  }
  if (isDeeper(value, MAX_DEPTH)) throw new InvalidEntity(path, [{ path: '', message: 'is nested too deeply.' }]);
  const parsed = entity.safeParse(value);
  if (!parsed.success) {
    throw new InvalidEntity(
      path,
      parsed.error.issues.map((issue) => {
        const message = issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? issue.message) : issue.message;
        return { path: issue.path.join('.'), message };
      }),
    );
  }
  // The file name decides the table's name, whatever a model wrote.
  const { data } = parsed;
  const own = Object.fromEntries(Object.entries(data.properties).filter(([name]) => !BUILT_IN.has(name)));
  const required = data.required?.filter((name) => Object.hasOwn(own, name));
  return { ...data, ...foreignAccess(value), name: fileName(path), properties: own, required: required ?? [] };
}

/** Rules of Base44 in a table that came without a conversion: they narrow what holds without permissions, and never widen it. */
function foreignAccess(table: object): Pick<EntitySchema, 'x-accessControl'> {
  const { rls, permissions, 'x-accessControl': own } = table as Readonly<Record<string, unknown>>;
  const rules = rls ?? permissions;
  if (own !== undefined || rules === undefined) return {};
  return { 'x-accessControl': { permissions: narrower(DEFAULT_ACCESS, accessOf(rules, [])) } };
}

/** Whether a value nests deeper than `levels`; a property within a property takes two. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
