import { type Operand, type Rule, type RuleOperation, rule } from './rule.ts';

const MAX_DEPTH = 12;
const MAX_CONDITIONS = 100;
const MAX_LISTED = 1000;
const MAX_TEXT = 200;
/** A field of a row or of a person. Stores refuse `__proto__` as a name. */
const PATH = /^(?!(?:.*\.)?(?:__proto__|constructor|prototype)(?:\.|$))[A-Za-z_][\w-]{0,63}(?:\.[\w-]{1,64}){0,8}$/;
const TEMPLATE = /^\{\{\s*(?:current_?)?user\.(?:data\.)*([A-Za-z_][\w.-]*)\s*\}\}$/i;

type Fields = Readonly<Record<string, unknown>>;
const TOO_MANY: Rule = { kind: 'closed', text: `more than ${MAX_CONDITIONS} conditions` };
/** What people choose themselves. */
const CHOSEN = new Set(['full_name', 'fullName', 'name']);
const BUILT_IN: Readonly<Partial<Record<string, string>>> = {
  id: '_id',
  created_by_id: 'creatorId',
  creatorId: 'creatorId',
  created_date: 'createdAt',
  createdAt: 'createdAt',
  updated_date: 'updatedAt',
  updatedAt: 'updatedAt',
};

const NAMED: Readonly<Partial<Record<string, Rule>>> = {
  public: { kind: 'everyone' },
  anyone: { kind: 'everyone' },
  anonymous: { kind: 'everyone' },
  authenticated: { kind: 'signedIn' },
  user: { kind: 'signedIn' },
  users: { kind: 'signedIn' },
  owner: { kind: 'own', not: false },
  creator: { kind: 'own', not: false },
  admin: { kind: 'person', field: 'role', is: 'eq', to: { values: ['admin'] }, not: false },
  none: { kind: 'never' },
};

/**
 * Reads a rule in the words of Base44: `{"data.team": "{{user.data.team}}"}`, `user_condition`, `created_by`, `$or`, `$and`, `$nor`, `$not`.
 * Parts that are not understood are closed, also within a negation. `ownNames`: the table's own fields, which win over those of the server.
 */
export function parseRule(value: unknown, operation: RuleOperation, ownNames: ReadonlySet<string> = new Set()): Rule {
  return rule.parse(simplified(new Reader(operation, ownNames).rule(value, 0, false)));
}

class Reader {
  readonly #operation: RuleOperation;
  readonly #ownNames: ReadonlySet<string>;
  #conditions = 0;

  constructor(operation: RuleOperation, ownNames: ReadonlySet<string>) {
    this.#operation = operation;
    this.#ownNames = ownNames;
  }

  rule(value: unknown, depth: number, not: boolean): Rule {
    if (depth > MAX_DEPTH) return closed(value);
    if (!hasParts(value) && this.#isTooMany()) return TOO_MANY;
    if (value === false || value === null || value === undefined) return not ? closed(value) : { kind: 'never' };
    if (value === true || (isFields(value) && !hasParts(value))) return not ? { kind: 'never' } : this.#anyone();
    if (typeof value === 'string') return this.#named(value, not);
    if (!isFields(value)) return closed(value);
    return joined(
      not ? 'any' : 'all',
      Object.entries(value).map(([key, inner]) => this.#entry(key, inner, depth, not)),
    );
  }

  /** Counts a part. Texts of rules can be long: each part costs time and room, when it is read and in every call. */
  #isTooMany(): boolean {
    return ++this.#conditions > MAX_CONDITIONS;
  }

  /** Rows that everyone reads are still written by people who are logged in. */
  #anyone(): Rule {
    return { kind: this.#operation === 'read' ? 'everyone' : 'signedIn' };
  }

  /** The person who adds a row is its creator. */
  #own(not: boolean): Rule {
    if (this.#operation === 'create') return { kind: not ? 'never' : 'signedIn' };
    return { kind: 'own', not };
  }

  #named(name: string, not: boolean): Rule {
    const key = name.toLowerCase();
    const found = key === 'all' ? this.#anyone() : Object.hasOwn(NAMED, key) ? NAMED[key] : undefined;
    if (found === undefined) return closed(name);
    if (found.kind === 'own') return this.#own(not);
    if (!not) return found;
    return found.kind === 'person' ? { ...found, not: true } : closed(name);
  }

  #entry(key: string, value: unknown, depth: number, not: boolean): Rule {
    if (this.#isTooMany()) return TOO_MANY;
    if (key === '$or' || key === '$and' || key === '$nor') {
      if (!Array.isArray(value) || value.length === 0) return closed({ [key]: value });
      const parts = value.map((one) => this.rule(one, depth + 1, (key === '$nor') !== not));
      return joined((key === '$or') !== not ? 'any' : 'all', parts);
    }
    if (key === '$not') return this.rule(value, depth + 1, !not);
    if (/^(?:current_?)?user_?condition$/i.test(key)) return this.#ofPerson(value, depth + 1, not);
    const person = /^(?:current_?)?user\.(.+)$/i.exec(key)?.[1];
    if (person !== undefined) return this.#ofPerson({ [person]: value }, depth + 1, not);
    return this.#ofRow(key, value, depth, not);
  }

  #ofPerson(value: unknown, depth: number, not: boolean): Rule {
    if (!isFields(value) || Object.keys(value).length === 0 || depth > MAX_DEPTH) return closed({ user_condition: value });
    const parts = Object.entries(value).map(([key, inner]): Rule => {
      if (this.#isTooMany()) return TOO_MANY;
      if ((key === '$or' || key === '$and') && Array.isArray(inner) && inner.length > 0)
        return joined(
          (key === '$or') !== not ? 'any' : 'all',
          inner.map((one) => this.#ofPerson(one, depth + 1, not)),
        );
      if (key === 'data' && isFields(inner) && !hasOperator(inner)) return this.#ofPerson(inner, depth + 1, not);
      const field = key.replace(/^(?:data\.)+/, '');
      if (!PATH.test(field) || CHOSEN.has(field)) return closed({ user_condition: { [key]: inner } });
      return this.#compared(inner, not, { user_condition: { [key]: inner } }, (is, to, negated) => ({
        ...{ kind: 'person', field, is, to, not: negated },
      }));
    });
    return joined(not ? 'any' : 'all', parts);
  }

  #ofRow(key: string, value: unknown, depth: number, not: boolean): Rule {
    if (key === 'data' && isFields(value) && !hasOperator(value)) {
      const parts = Object.entries(value).map(([name, inner]) => this.#entry(`data.${name}`, inner, depth + 1, not));
      return parts.length === 0 || depth > MAX_DEPTH ? closed({ data: value }) : joined(not ? 'any' : 'all', parts);
    }
    const name = key.replace(/^(?:data\.)+/, '');
    const isServers = name === key && !this.#ownNames.has(key);
    if (isServers && key === 'created_by') return this.#creator(value, not);
    const path = isServers && Object.hasOwn(BUILT_IN, key) ? BUILT_IN[key] : undefined;
    if (!PATH.test(name)) return closed({ [key]: value });
    return this.#compared(value, not, { [key]: value }, (is, to, negated): Rule => {
      const isCreator = path === 'creatorId' && is === 'eq' && 'person' in to && to.person === 'id';
      if (isCreator) return this.#own(negated);
      const found: Rule = { kind: 'row', path: path ?? `data.${name}`, is, to, not: negated };
      return this.#operation === 'read' ? found : { kind: 'all', of: [{ kind: 'signedIn' }, found] };
    });
  }

  /** The address of the person who made a row is not in the row: it is compared with that of the person who asks. */
  #creator(value: unknown, not: boolean): Rule {
    return this.#compared(value, not, { created_by: value }, (is, to, negated) =>
      is === 'eq' && 'person' in to && to.person === 'email' ? this.#own(negated) : closed({ created_by: value }),
    );
  }

  /** A value, or operators that all hold. */
  #compared(value: unknown, not: boolean, whole: unknown, make: (is: Comparison, to: Operand, not: boolean) => Rule): Rule {
    if (!isFields(value)) {
      const to = operandOf(value, false);
      return to === null ? closed(whole) : make('eq', to, not);
    }
    const entries = Object.entries(value);
    if (entries.length === 0) return closed(whole);
    // Once: each of the operators is in the same text.
    let text: Rule | undefined;
    const notUnderstood = (): Rule => {
      text ??= closed(whole);
      return text;
    };
    const parts = entries.map(([operator, given]): Rule => {
      if (this.#isTooMany()) return TOO_MANY;
      if (operator === '$not' && isFields(given)) return this.#compared(given, !not, whole, make);
      const found = testOf(operator, given);
      return found === null ? notUnderstood() : make(found.is, found.to, found.isNegated !== not);
    });
    return joined(not ? 'any' : 'all', parts);
  }
}

type Comparison = Extract<Rule, { kind: 'row' }>['is'];
const operator = (is: Comparison, isNegated = false, isRange = false) => ({ is, isNegated, isRange });
const OPERATORS: Readonly<Record<string, ReturnType<typeof operator>>> = {
  $eq: operator('eq'),
  $ne: operator('eq', true),
  $in: operator('in'),
  $nin: operator('in', true),
  $gt: operator('gt', false, true),
  $gte: operator('gte', false, true),
  $lt: operator('lt', false, true),
  $lte: operator('lte', false, true),
  $exists: operator('exists'),
};

/** What an operator tests; null for one that is not understood. */
function testOf(name: string, given: unknown): { readonly is: Comparison; readonly to: Operand; readonly isNegated: boolean } | null {
  const known = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
  if (known === undefined) return null;
  const { is, isNegated, isRange: isOrdered } = known;
  if (is === 'exists') return typeof given === 'boolean' ? { is, to: { values: [true] }, isNegated: !given } : null;
  const to = operandOf(given, is === 'in');
  return to === null || (isOrdered && !isRange(to)) ? null : { is, to, isNegated };
}

/** Null for a value that is not understood. */
function operandOf(value: unknown, isList: boolean): Operand | null {
  if (isList && Array.isArray(value)) {
    const isPlain = value.length <= MAX_LISTED && value.every(isLiteral);
    return isPlain ? { values: value } : null;
  }
  if (typeof value === 'string' && value.includes('{{')) return personOf(value);
  return isLiteral(value) && !isList ? { values: [value] } : null;
}

function personOf(text: string): Operand | null {
  const [, path = ''] = TEMPLATE.exec(text) ?? [];
  return PATH.test(path) && !CHOSEN.has(path) ? { person: path } : null;
}

function isLiteral(value: unknown): value is string | number | boolean | null {
  if (typeof value === 'string') return !value.includes('{{');
  return value === null || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}

const isRange = (to: Operand): boolean => 'person' in to || to.values.every((one) => typeof one === 'string' || typeof one === 'number');

/** A slice would keep the whole text. */
function closed(what: unknown): Rule {
  const text = [...(JSON.stringify(what) ?? 'nothing').slice(0, MAX_TEXT)].join('');
  return { kind: 'closed', text };
}

function joined(kind: 'all' | 'any', of: readonly Rule[]): Rule {
  const [first] = of;
  return of.length === 1 && first !== undefined ? first : { kind, of };
}

/** The same rule with fewer parts: nested joins of one kind become one, equal parts one, and those that decide nothing go. */
function simplified(given: Rule): Rule {
  if (given.kind !== 'all' && given.kind !== 'any') return given;
  const { kind } = given;
  const flat = given.of.map(simplified).flatMap((one) => (one.kind === kind ? one.of : [one]));
  const unique = [...new Map(flat.map((one) => [JSON.stringify(one), one])).values()];
  const isDecided = unique.some((one) => one.kind === (kind === 'all' ? 'never' : 'everyone'));
  if (isDecided) return { kind: kind === 'all' ? 'never' : 'everyone' };
  const needed = unique.filter((one) => !isIdle(one, unique, kind));
  return needed.length === 0 ? { kind: kind === 'all' ? 'everyone' : 'never' } : joined(kind, needed);
}

/** Whether a part of a join says nothing that the others do not. */
function isIdle(one: Rule, of: readonly Rule[], kind: 'all' | 'any'): boolean {
  if (kind === 'any') return one.kind === 'never' && of.length > 1;
  if (one.kind === 'everyone') return true;
  return one.kind === 'signedIn' && of.some(isOfSignedIn);
}

/** Whether only people who are logged in can fulfil it. */
function isOfSignedIn(one: Rule): boolean {
  if (one.kind === 'own' || one.kind === 'person') return true;
  if (one.kind === 'row') return 'person' in one.to;
  return one.kind === 'all' ? one.of.some(isOfSignedIn) : one.kind === 'any' && one.of.every(isOfSignedIn);
}

const hasParts = (value: unknown): value is Fields => isFields(value) && Object.keys(value).length > 0;

function hasOperator(value: Fields): boolean {
  return Object.keys(value).some((key) => key.startsWith('$'));
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
