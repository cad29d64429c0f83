import { parseRule } from './parse-rule.ts';
import type { Operand, PersonCondition, RowCondition, Rule, RuleOperation } from './rule.ts';

type Words = unknown;
type Condition = RowCondition | PersonCondition;

/** A rule in words that `parseRule` reads, and what it is once it is read: conditions on rows of a write need a person who is logged in. */
export interface StatedRule {
  readonly stated: Words;
  readonly rule: Rule;
}

const COMPARED = { gt: '$gt', gte: '$gte', lt: '$lt', lte: '$lte' } as const;
const BUILT_IN: Readonly<Partial<Record<string, string>>> = {
  _id: 'id',
  creatorId: 'created_by_id',
  createdAt: 'created_date',
  updatedAt: 'updated_date',
};
const OF_PERSON = new Set(['id', 'email', 'role']);

/** Writes a rule in the words of Base44. A part that has none there becomes one that `parseRule` closes. */
export function stateRule(rule: Rule, operation: RuleOperation, ownNames: ReadonlySet<string> = new Set()): StatedRule {
  const stated = wordsOf(rule, operation, ownNames);
  return { stated, rule: parseRule(stated, operation, ownNames) };
}

function wordsOf(rule: Rule, operation: RuleOperation, ownNames: ReadonlySet<string>): Words {
  switch (rule.kind) {
    case 'everyone':
      return operation === 'read' ? true : 'public';
    case 'signedIn':
      return 'authenticated';
    case 'never':
      return false;
    case 'closed':
      return { $closed: rule.text };
    case 'own':
      return ownWords(rule.not, ownNames);
    case 'person':
      return { user_condition: { [rule.field]: comparison(rule) } };
    case 'row':
      return { [keyOf(rule.path, ownNames)]: comparison(rule) };
    case 'any':
      return rule.of.length === 0 ? false : { $or: rule.of.map((one) => wordsOf(one, operation, ownNames)) };
    case 'all':
      return allWords(rule.of, operation, ownNames);
  }
}

function ownWords(not: boolean, ownNames: ReadonlySet<string>): Words {
  if (ownNames.has('created_by')) return not ? { $not: 'owner' } : 'owner';
  return { created_by: not ? { $ne: '{{user.email}}' } : '{{user.email}}' };
}

function allWords(of: readonly Rule[], operation: RuleOperation, ownNames: ReadonlySet<string>): Words {
  if (of.length === 0) return wordsOf({ kind: 'everyone' }, operation, ownNames);
  // Conditions on rows of a write say it already.
  const isSaid = operation !== 'read' && of.some(({ kind }) => kind === 'row');
  const needed = of.filter(({ kind }) => !isSaid || kind !== 'signedIn').map((one) => wordsOf(one, operation, ownNames));
  return needed.length === 1 ? needed[0] : { $and: needed };
}

/** A name of the server that the table has itself stands for the table's field. */
function keyOf(path: string, ownNames: ReadonlySet<string>): string {
  if (path.startsWith('data.')) return path;
  const word = BUILT_IN[path];
  if (word !== undefined && !ownNames.has(word)) return word;
  return ownNames.has(path) ? `$unknown.${path}` : path;
}

function comparison({ is, to, not }: Condition): Words {
  if (is === 'exists') return { $exists: !not };
  const value = operand(to, is === 'in');
  if (is === 'eq') return not ? { $ne: value } : isPlain(value) ? value : { $eq: value };
  if (is === 'in') return { [not ? '$nin' : '$in']: value };
  const test = { [COMPARED[is]]: value };
  return not ? { $not: test } : test;
}

function operand(to: Operand, isList: boolean): Words {
  if ('person' in to) return `{{user.${OF_PERSON.has(to.person) ? '' : 'data.'}${to.person}}}`;
  return isList ? to.values : (to.values[0] ?? null);
}

const isPlain = (value: Words): boolean => typeof value !== 'object' || value === null;
