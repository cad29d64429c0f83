import { parseRule } from './parse-rule.ts';
import { conditionsOf, OPERATIONS, type RowRules, type Rule, type RuleOperation } from './rule.ts';

/** What rules need of a table. */
export interface RuledTable {
  readonly 'x-accessControl'?: { readonly rules?: unknown };
  readonly properties?: Readonly<Record<string, unknown>>;
}

const known = new WeakMap<object, RowRules>();

/** The rules of a table, each in the place of its permission. A schema is parsed once. */
export function rulesOf(schema: RuledTable): RowRules {
  const found = known.get(schema);
  if (found !== undefined) return found;
  const stated: unknown = schema['x-accessControl']?.rules;
  const given = typeof stated === 'object' && stated !== null ? (stated as Readonly<Record<string, unknown>>) : {};
  const names = new Set(Object.keys(schema.properties ?? {}));
  const rules = Object.fromEntries(
    OPERATIONS.flatMap((operation) =>
      Object.hasOwn(given, operation) ? [[operation, parseRule(given[operation], operation, names)] as const] : [],
    ),
  );
  known.set(schema, rules);
  return rules;
}

const ADMIN: Rule = { kind: 'person', field: 'role', is: 'eq', to: { values: ['admin'] }, not: false };

/** The rule that says what a permission does for one operation. */
export function ruleOfPermission(permission: 'anonymous' | 'all' | 'creator' | 'admin' | 'none', operation: RuleOperation): Rule {
  if (permission === 'none') return { kind: 'never' };
  if (permission === 'admin') return ADMIN;
  if (permission === 'anonymous') return { kind: 'everyone' };
  if (permission === 'all') return { kind: operation === 'read' ? 'everyone' : 'signedIn' };
  return operation === 'create' ? { kind: 'signedIn' } : { kind: 'own', not: false };
}

/** The parts of a rule that are not understood, as they are written. */
export function closedParts(rule: Rule): readonly string[] {
  return conditionsOf(rule).flatMap((one) => (one.kind === 'closed' ? [one.text] : []));
}

/** The names of the roles that rules name, in order. */
export function rolesIn(all: Iterable<RowRules>): readonly string[] {
  const names = [...all].flatMap((rules) =>
    Object.values(rules)
      .flatMap(conditionsOf)
      .flatMap((one) => (one.kind === 'person' && one.field === 'role' && 'values' in one.to ? one.to.values : [])),
  );
  return [...new Set(names.filter((one) => typeof one === 'string'))].sort();
}
