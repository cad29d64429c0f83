import type { Comparison, Filter, Test } from './filter.ts';
import { someValue } from './paths.ts';
import { compareValues, type Document, isObject, type Json, missing, typeOf, type Value } from './values.ts';

export type Predicate = (document: Document) => boolean;

const holds: Readonly<Record<Comparison, (order: number) => boolean>> = {
  $eq: (order) => order === 0,
  $gt: (order) => order > 0,
  $gte: (order) => order >= 0,
  $lt: (order) => order < 0,
  $lte: (order) => order <= 0,
};

/** Only values of the same type compare; a missing field compares like null. */
function comparison(operator: Comparison, operand: Json): (value: Value) => boolean {
  const type = typeOf(operand);
  return (value) => {
    const found = value === missing ? null : value;
    return typeOf(found) === type && holds[operator](compareValues(found, operand));
  };
}

/** The test of a single value, without descending into arrays. */
function single(test: Test): (value: Value) => boolean {
  switch (test.kind) {
    case 'compare':
      return comparison(test.operator, test.value);
    case 'in': {
      const tests = test.values.map((value) => comparison('$eq', value));
      return (value) => tests.some((each) => each(value));
    }
    case 'exists':
      return (value) => value !== missing;
    case 'type':
      return (value) => value !== missing && test.types.includes(typeOf(value));
    case 'regex':
      return (value) => typeof value === 'string' && test.regex.test(value);
    case 'size':
      return (value) => Array.isArray(value) && value.length === test.size;
    case 'element': {
      if (test.values) {
        const matches = matcher(test.filter);
        return (value) => Array.isArray(value) && value.some((element) => matches(element, false));
      }
      const matches = matcher(test.filter);
      return (value) =>
        Array.isArray(value) &&
        value.some((element) => (isObject(element) || Array.isArray(element)) && matches(asDocument(element), true));
    }
  }
}

/** `$elemMatch` treats a nested array as a document whose field names are the indexes. */
function asDocument(element: Json): Json {
  return Array.isArray(element) ? { ...(element as unknown as Document) } : element;
}

function matcher(filter: Filter): (value: Value, enter: boolean) => boolean {
  switch (filter.kind) {
    case 'and': {
      const parts = filter.parts.map(matcher);
      return (value, enter) => parts.every((part) => part(value, enter));
    }
    case 'or': {
      const parts = filter.parts.map(matcher);
      return (value, enter) => parts.some((part) => part(value, enter));
    }
    case 'not': {
      const part = matcher(filter.part);
      return (value, enter) => !part(value, enter);
    }
    case 'field': {
      const { path, test } = filter;
      const matches = single(test);
      const intoLeaf = test.kind !== 'size' && test.kind !== 'element';
      const walk = { segments: path, at: 0, intoLeaf };
      return (value, enter) => (enter ? someValue(value, walk, matches) : matches(value));
    }
  }
}

/** Compiles a filter to a predicate with MongoDB's semantics. */
export function compileFilter(filter: Filter): Predicate {
  const matches = matcher(filter);
  return (document) => matches(document, true);
}
