import type { Operation, PersonRule, RowRule, Rule, Value } from './rule.ts';

export const TESTS = ['is', 'isNot', 'isOneOf', 'isNoneOf', 'isEmpty', 'isNotEmpty'] as const;
export type Test = (typeof TESTS)[number];
export type FormValue = Exclude<Value, null>;

/** What a condition compares with: values, or a field of the person. */
export type Against = { readonly values: readonly FormValue[] } | { readonly person: string };

export interface Compared {
  /** Of the row, as `data.<name>`, or of the person. */
  readonly field: string;
  readonly test: Test;
  readonly against: Against;
}

/** A choice of the editor. */
export type Condition =
  | { readonly kind: 'everyone' | 'signedIn' | 'own' | 'never' }
  | { readonly kind: 'roles'; readonly roles: readonly string[] }
  | ({ readonly kind: 'rows' | 'people' } & Compared);

/** A rule as the editor has it. */
export interface RuleForm {
  readonly match: 'any' | 'all';
  readonly conditions: readonly Condition[];
}

export const MAX_CONDITIONS = 20;

/** The form of a rule; null for one that the form cannot say. */
export function formOf(rule: Rule, operation: Operation): RuleForm | null {
  const alone = conditionOf(rule, operation);
  if (alone !== null) return { match: 'any', conditions: [alone] };
  if ((rule.kind !== 'all' && rule.kind !== 'any') || rule.of.length === 0 || rule.of.length > MAX_CONDITIONS) return null;
  // People who change rows by a condition on them are logged in: the condition says it already.
  const isSaid = rule.kind === 'all' && operation !== 'read' && rule.of.some(({ kind }) => kind === 'row');
  const parts = rule.of.filter(({ kind }) => !isSaid || kind !== 'signedIn');
  const conditions = parts.flatMap((one) => conditionOf(one, operation, isSaid) ?? []);
  return conditions.length === parts.length ? { match: rule.kind, conditions } : null;
}

function conditionOf(rule: Rule, operation: Operation, isSignedIn = false): Condition | null {
  switch (rule.kind) {
    case 'everyone':
      return operation === 'read' ? { kind: 'everyone' } : null;
    case 'signedIn':
    case 'never':
      return { kind: rule.kind };
    case 'own':
      return rule.not ? null : { kind: 'own' };
    case 'row':
      return operation === 'read' || isSignedIn || 'person' in rule.to ? comparedOf(rule) : null;
    case 'person':
      return rolesOf(rule) ?? comparedOf(rule);
    case 'all': {
      const [first, second] = rule.of;
      const isRow = operation !== 'read' && rule.of.length === 2 && first?.kind === 'signedIn' && second?.kind === 'row';
      return isRow ? comparedOf(second) : null;
    }
    default:
      return null;
  }
}

function rolesOf({ field, is, to, not }: PersonRule): Condition | null {
  if (field !== 'role' || not || !('values' in to) || (is !== 'eq' && is !== 'in') || to.values.length === 0) return null;
  const roles = to.values.filter((value) => typeof value === 'string');
  return roles.length === to.values.length ? { kind: 'roles', roles } : null;
}

function comparedOf(rule: RowRule | PersonRule): Condition | null {
  const { is, to } = rule;
  if (is !== 'eq' && is !== 'in') return null;
  if (rule.kind === 'person') return conditionFor({ kind: 'people', field: rule.field }, rule);
  return rule.path.startsWith('data.') ? conditionFor({ kind: 'rows', field: rule.path }, { ...rule, is, to }) : null;
}

function conditionFor(
  on: { readonly kind: 'rows' | 'people'; readonly field: string },
  { is, to, not }: RowRule | PersonRule,
): Condition | null {
  const test = TEST_OF[is === 'in' ? 'in' : 'eq'][not ? 1 : 0];
  if ('person' in to) return { ...on, test, against: { person: to.person } };
  if (is === 'eq' && to.values[0] === null) return { ...on, test: not ? 'isNotEmpty' : 'isEmpty', against: { values: [] } };
  const values = to.values.filter((value) => value !== null);
  return values.length === to.values.length && values.length > 0 ? { ...on, test, against: { values } } : null;
}

/** Without and with a negation. */
const TEST_OF = { eq: ['is', 'isNot'], in: ['isOneOf', 'isNoneOf'] } as const;

/** The rule that a form says. */
export function ruleOf({ match, conditions }: RuleForm, operation: Operation): Rule {
  const parts = conditions.map((condition) => partOf(condition, operation));
  const [first] = parts;
  if (parts.length === 1 && first !== undefined) return first;
  const flat = parts.flatMap((part) => (part.kind === match ? part.of : [part]));
  return { kind: match, of: [...new Map(flat.map((part) => [JSON.stringify(part), part])).values()] };
}

function partOf(condition: Condition, operation: Operation): Rule {
  switch (condition.kind) {
    case 'own':
      return operation === 'create' ? { kind: 'signedIn' } : { kind: 'own', not: false };
    case 'roles': {
      const { roles } = condition;
      return { kind: 'person', field: 'role', is: roles.length === 1 ? 'eq' : 'in', to: { values: roles }, not: false };
    }
    case 'people':
      return { kind: 'person', field: condition.field, ...comparison(condition) };
    case 'rows': {
      const row: Rule = { kind: 'row', path: condition.field, ...comparison(condition) };
      return operation === 'read' || 'person' in row.to ? row : { kind: 'all', of: [{ kind: 'signedIn' }, row] };
    }
    default:
      return { kind: condition.kind };
  }
}

function comparison({ test, against }: Compared): Pick<RowRule, 'is' | 'to' | 'not'> {
  if (test === 'isEmpty' || test === 'isNotEmpty') return { is: 'eq', to: { values: [null] }, not: test === 'isNotEmpty' };
  const isList = test === 'isOneOf' || test === 'isNoneOf';
  const to = 'person' in against ? against : { values: isList ? against.values : against.values.slice(0, 1) };
  return { is: isList ? 'in' : 'eq', to, not: test === 'isNot' || test === 'isNoneOf' };
}

const NAME = /^[A-Za-z_][\w-]{0,63}(?:\.[\w-]{1,64}){0,8}$/;

/** Whether every condition says all that it needs. */
export function isComplete({ conditions }: RuleForm): boolean {
  return conditions.length > 0 && conditions.every(isWhole);
}

function isWhole(condition: Condition): boolean {
  if (condition.kind === 'roles') return condition.roles.length > 0;
  if (condition.kind !== 'rows' && condition.kind !== 'people') return true;
  const { field, test, against } = condition;
  if (!NAME.test(condition.kind === 'rows' ? field.replace(/^data\./, '') : field)) return false;
  if (test === 'isEmpty' || test === 'isNotEmpty') return true;
  return 'person' in against ? NAME.test(against.person) : against.values.length > 0;
}
