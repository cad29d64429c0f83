import { parseRule } from './parse-rule.ts';
import { OPERATIONS, type RowRules, type RuleOperation } from './rule.ts';
import type { RuledTable } from './rules-of.ts';

/** The rules of each field that has some, by the name of the field. */
export type FieldRules = Readonly<Record<string, RowRules>>;

type Fields = Readonly<Record<string, unknown>>;

const MAX_DEPTH = 12;
const KEYS: ReadonlySet<string> = new Set([...OPERATIONS, 'write']);
const NONE: FieldRules = {};
const known = new WeakMap<object, FieldRules>();

/**
 * The rules of single fields (`rls` of a property): `read`, `create` and `update`, or `write` for both of these; a rule alone stands for all. Those of
 * parts of a field hold for the whole field, all of them. A schema is parsed once.
 */
export function fieldRulesOf(schema: RuledTable): FieldRules {
  const found = known.get(schema);
  if (found !== undefined) return found;
  const names = new Set(Object.keys(schema.properties ?? {}));
  const ruled = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const stated = statedIn(property, 0);
    return stated.length === 0 ? [] : [[name, combined(stated, names)] as const];
  });
  const rules = ruled.length === 0 ? NONE : Object.fromEntries(ruled);
  known.set(schema, rules);
  return rules;
}

/** What a property and its parts state. A part that is nested too deeply to be read closes the field. */
function statedIn(property: unknown, depth: number): readonly unknown[] {
  if (!isFields(property)) return [];
  if (depth > MAX_DEPTH) return [false];
  const own = Object.hasOwn(property, 'rls') && property['rls'] !== undefined ? [property['rls']] : [];
  const inner = isFields(property['properties']) ? Object.values(property['properties']) : [];
  return [...own, ...[...inner, property['items']].flatMap((one) => statedIn(one, depth + 1))];
}

function combined(stated: readonly unknown[], names: ReadonlySet<string>): RowRules {
  return Object.fromEntries(
    OPERATIONS.flatMap((operation) => {
      const rules = stated.flatMap((one) => ruleFor(one, operation));
      return rules.length === 0 ? [] : [[operation, parseRule(rules.length === 1 ? rules[0] : { $and: rules }, operation, names)] as const];
    }),
  );
}

function ruleFor(stated: unknown, operation: RuleOperation): readonly unknown[] {
  // Rows are removed, not fields.
  if (operation === 'delete') return [];
  if (!isFields(stated) || Object.keys(stated).some((key) => !KEYS.has(key))) return [stated];
  const key = Object.hasOwn(stated, operation) || operation === 'read' ? operation : 'write';
  return Object.hasOwn(stated, key) ? [stated[key] ?? false] : [];
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
