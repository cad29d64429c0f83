import { listOf } from '@sayso/core';
import { InvalidQuery } from '../errors.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface ListedPeople {
  readonly q?: string | undefined;
  readonly sort?: string | undefined;
  readonly skip?: number | undefined;
  /** Default and 0: all. */
  readonly limit?: number | undefined;
  readonly fields?: string | undefined;
}

/** Some fields of a person. */
export type ListedPerson = Fields & { readonly id: string };

type Test = (value: unknown) => boolean;

/** Conditions on the fields of people, who are few: the operators that lists of people are filtered by. Throws `InvalidQuery` for others. */
export function matcherOf(filter: Fields): (person: Fields) => boolean {
  const parts = Object.entries(filter).map(([key, condition]): ((person: Fields) => boolean) => {
    if (key === '$and' || key === '$or') {
      if (!Array.isArray(condition)) throw new InvalidQuery(`\`${key}\` needs a list of filters.`);
      const each = condition.map((one: unknown) => matcherOf(asObject(one)));
      return key === '$and' ? (person) => each.every((matches) => matches(person)) : (person) => each.some((matches) => matches(person));
    }
    if (key.startsWith('$')) throw unknownOperator(key);
    const test = testOf(condition);
    return (person) => test(fieldOf(person, key));
  });
  return (person) => parts.every((matches) => matches(person));
}

function testOf(condition: unknown): Test {
  if (Array.isArray(condition)) return oneOf(condition);
  const isOperators = isObject(condition) && Object.keys(condition).some((key) => key.startsWith('$'));
  if (!isOperators) return equalTo(condition);
  const tests = Object.entries(condition).map(([operator, operand]) => {
    const make = Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator] : undefined;
    if (make === undefined) throw unknownOperator(operator);
    return make(operand);
  });
  return (value) => tests.every((test) => test(value));
}

const OPERATORS: Readonly<Record<string, (operand: unknown) => Test>> = {
  $eq: equalTo,
  $ne: (operand) => not(equalTo(operand)),
  $in: (operand) => oneOf(asList(operand)),
  $nin: (operand) => not(oneOf(asList(operand))),
  $exists: (operand) => (value) => (value !== undefined) === (operand === true),
  $gt: ordered((order) => order > 0),
  $gte: ordered((order) => order >= 0),
  $lt: ordered((order) => order < 0),
  $lte: ordered((order) => order <= 0),
};

const not =
  (test: Test): Test =>
  (value) =>
    !test(value);

/** A list equals one of its elements too; a missing field is null. */
function equalTo(operand: unknown): Test {
  const wanted = JSON.stringify(operand ?? null);
  const isEqual = (value: unknown) => JSON.stringify(value ?? null) === wanted;
  return (value) => isEqual(value) || (Array.isArray(value) && value.some(isEqual));
}

function oneOf(operands: readonly unknown[]): Test {
  const tests = operands.map(equalTo);
  return (value) => tests.some((test) => test(value));
}

function ordered(holds: (order: number) => boolean) {
  return (operand: unknown): Test =>
    (value) =>
      typeof value === typeof operand && holds(compare(value, operand));
}

/** People in the order of a field, equal ones as they were; without a sort as they are. */
export function sortedBy<T extends Fields>(people: readonly T[], sort = ''): readonly T[] {
  const fields = sort.split(',').flatMap((part) => {
    const [, sign, field = ''] = /^\s*([-+]?)(.*?)\s*$/.exec(part) ?? [];
    return field === '' ? [] : [{ field, direction: sign === '-' ? -1 : 1 }];
  });
  return people.toSorted((a, b) => {
    for (const { field, direction } of fields) {
      const order = compare(fieldOf(a, field), fieldOf(b, field));
      if (order !== 0) return order * direction;
    }
    return 0;
  });
}

/** `fields`: names with commas; all when empty. The id is always there. */
export function selected(people: readonly ListedPerson[], fields = ''): ListedPerson[] {
  const names = listOf(fields);
  if (names.length === 0) return [...people];
  return people.map((person) => ({
    ...Object.fromEntries(names.flatMap((name) => (Object.hasOwn(person, name) ? [[name, person[name]]] : []))),
    id: person.id,
  }));
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [one, other] = [textOf(a), textOf(b)];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));
const fieldOf = (person: Fields, name: string): unknown => (Object.hasOwn(person, name) ? person[name] : undefined);
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

function asObject(value: unknown): Fields {
  if (!isObject(value)) throw new InvalidQuery('A filter must be an object such as {"role": "admin"}.');
  return value;
}

function asList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new InvalidQuery('`$in` and `$nin` need a list.');
  return value;
}

function unknownOperator(operator: string): InvalidQuery {
  return new InvalidQuery(`\`${operator.slice(0, 40)}\` cannot be used in a filter of people.`);
}
