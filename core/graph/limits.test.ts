import { buildSchema, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { operationLimits } from './limits.ts';

const schema = buildSchema(`
  type Query { things(limit: Int): [Thing!]! }
  union Thing = Book | Film
  type Book { title: String!, things(limit: Int): [Thing!]! }
  type Film { title: String!, things(limit: Int): [Thing!]! }
`);
const many = (count: number) => `things(limit: 100) { ... on Book { ${'title '.repeat(count)} } }`;
const faults = (query: string) => validate(schema, parse(query), [operationLimits]).map(({ message }) => message);

test('of the types of a union, the one of which most is asked counts', () => {
  const half = 'title '.repeat(120);
  expect(faults(`{ things(limit: 100) { ... on Book { ${half} } ... on Film { ${half} } } }`)).toEqual([]);
  expect(faults(`{ things(limit: 100) { ...a ... on Film { ${half} } } } fragment a on Book { ${half} }`)).toEqual([]);
});

test.each([
  ['of one type', `{ things(limit: 100) { ... on Book { ${'title '.repeat(120)} } ... on Book { ${'title '.repeat(120)} } } }`],
  ['in fragments of a union', `{ things(limit: 100) { ... on Thing { ... on Book { ${'title '.repeat(220)} } } } }`],
  ['below the types of a union', `{ things(limit: 100) { ... on Book { title } ... on Film { ${many(3)} } } }`],
])('everything counts: %s', (_what, query) => {
  expect(faults(query)).toEqual([expect.stringContaining('asks for too much at once')]);
});
