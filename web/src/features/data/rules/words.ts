import type { Translator } from '../../../i18n/language.ts';
import { ADMIN, type Operand, type PersonRule, type RowRule, type Rule, type Value } from './rule.ts';

type Values = readonly Value[];
type Test =
  | { readonly kind: 'eq' | 'gt' | 'gte' | 'lt' | 'lte'; readonly not: boolean; readonly value: Value }
  | { readonly kind: 'in'; readonly not: boolean; readonly values: Values }
  | { readonly kind: 'exists'; readonly not: boolean }
  | { readonly kind: 'person'; readonly is: 'eq' | 'in' | 'gt' | 'gte' | 'lt' | 'lte'; readonly not: boolean; readonly field: string };

/** What a rule says, as the parts of a sentence. */
export type Words =
  | { readonly kind: 'everyone' | 'signedIn' | 'never' | 'own' | 'notOwn' | 'admins' }
  | { readonly kind: 'roles'; readonly roles: readonly string[] }
  | { readonly kind: 'rows' | 'people'; readonly field: string; readonly test: Test }
  | { readonly kind: 'closed'; readonly text: string }
  | { readonly kind: 'all' | 'any'; readonly of: readonly Words[] };

/** Fields that the server keeps, by the words for them; others are named as they are. */
const OF_ROWS = { _id: 'id', creatorId: 'creator', createdAt: 'created', updatedAt: 'updated' } as const;
const OF_PEOPLE = { id: 'id', email: 'email', role: 'role' } as const;

/** The words of a rule. Rules that mean something else have other words (`test/wire/rule-words.test.ts`). */
export function wordsOf(rule: Rule): Words {
  switch (rule.kind) {
    case 'own':
      return { kind: rule.not ? 'notOwn' : 'own' };
    case 'row':
      return { kind: 'rows', field: rule.path, test: testOf(rule) };
    case 'person':
      return ofPerson(rule);
    case 'all':
    case 'any':
      return rule.of.length === 0 ? { kind: rule.kind === 'all' ? 'everyone' : 'never' } : { kind: rule.kind, of: rule.of.map(wordsOf) };
    default:
      return rule;
  }
}

function ofPerson(rule: PersonRule): Words {
  const { field, is, to, not } = rule;
  if (field === 'role' && !not && 'values' in to && (is === 'eq' || is === 'in')) {
    const named = to.values.filter((value) => typeof value === 'string');
    if (named.length === to.values.length && named.length > 0) {
      if (named.length === 1 && named[0] === ADMIN) return { kind: 'admins' };
      return { kind: 'roles', roles: named };
    }
  }
  return { kind: 'people', field, test: testOf(rule) };
}

function testOf({ is, to, not }: RowRule | PersonRule): Test {
  if (is === 'exists') return { kind: 'exists', not };
  if ('person' in to) return { kind: 'person', is, not, field: to.person };
  return is === 'in' ? { kind: 'in', not, values: to.values } : { kind: is, not, value: firstOf(to) };
}

const firstOf = (to: Operand): Value => ('values' in to ? (to.values[0] ?? null) : null);

/** The sentence, with nested parts in brackets. */
export function sentenceOf(words: Words, t: Translator): string {
  if (!isJoin(words)) return atomOf(words, t);
  const parts = words.of.map((one) => (isJoin(one) ? `(${sentenceOf(one, t)})` : atomOf(one, t)));
  return parts.join(t(words.kind === 'all' ? 'rules.words.and' : 'rules.words.or'));
}

const isJoin = (words: Words): words is Extract<Words, { readonly of: unknown }> => words.kind === 'all' || words.kind === 'any';

function atomOf(words: Exclude<Words, { readonly of: unknown }>, t: Translator): string {
  switch (words.kind) {
    case 'roles':
      return t('rules.words.roles', { count: words.roles.length, roles: words.roles.map((role) => quoted(role)).join(', ') });
    case 'rows':
      return t('rules.words.rows', { field: rowField(words.field, t), test: testText(words.test, t) });
    case 'people':
      return t('rules.words.people', { field: personField(words.field, t), test: testText(words.test, t) });
    case 'closed':
      return t('rules.words.closed', { text: isJson(words.text) ? shown(words.text) : quoted(words.text) });
    default:
      return t(`rules.words.${words.kind}`);
  }
}

/** The name of a field of a row: those of the table in code. */
function rowField(path: string, t: Translator): string {
  if (path.startsWith('data.')) return code(path.slice('data.'.length));
  return Object.hasOwn(OF_ROWS, path) ? t(`rules.rowFields.${OF_ROWS[path as keyof typeof OF_ROWS]}`) : quoted(path);
}

function personField(field: string, t: Translator): string {
  return Object.hasOwn(OF_PEOPLE, field) ? t(`rules.personFields.${OF_PEOPLE[field as keyof typeof OF_PEOPLE]}`) : code(field);
}

function testText(test: Test, t: Translator): string {
  const not = test.not ? 'yes' : 'no';
  switch (test.kind) {
    case 'exists':
      return t(test.not ? 'rules.tests.notExists' : 'rules.tests.exists');
    case 'in':
      if (test.values.length === 0) return t(test.not ? 'rules.tests.notInNothing' : 'rules.tests.inNothing');
      return t('rules.tests.in', { not, values: test.values.map((value) => valueText(value, t)).join(', ') });
    case 'person':
      return t(`rules.personTests.${test.is}`, { not, field: personField(test.field, t) });
    default:
      if (test.kind === 'eq' && test.value === null) return t(test.not ? 'rules.tests.notEmpty' : 'rules.tests.empty');
      return t(`rules.tests.${test.kind}`, { not, value: valueText(test.value, t) });
  }
}

function valueText(value: Value, t: Translator): string {
  if (value === null) return t('rules.values.empty');
  if (typeof value === 'boolean') return t(value ? 'rules.values.yes' : 'rules.values.no');
  return typeof value === 'number' ? String(value) : quoted(value);
}

const code = (name: string): string => `\`${name}\``;
/** Texts that could be taken for other ones, such as those with quotes or invisible characters, are written with escapes. */
const PLAIN = /^[\p{L}\p{N}\p{M} _.,@/:+#!?&()-]*$/u;
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

function quoted(text: string): string {
  if (PLAIN.test(text) && text === text.trim()) return `“${text}”`;
  return shown(JSON.stringify(text));
}

const shown = (text: string): string => text.replace(HIDDEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);

/** Whether a text ends where it is seen to end. */
function isJson(text: string): boolean {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}
