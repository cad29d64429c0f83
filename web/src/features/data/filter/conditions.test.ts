import { expect, it } from 'vitest';
import { columnsOf } from '../columns.ts';
import { type Condition, groupFilter, knownConditions, type Operator, operatorsOf } from './conditions.ts';

const columns = columnsOf(
  {
    properties: {
      title: { type: 'string' },
      count: { type: 'number' },
      done: { type: 'boolean' },
      due: { type: 'string', format: 'date' },
      at: { type: 'string', format: 'date-time' },
      state: { type: 'string', enum: ['open', 'closed'] },
      level: { type: 'integer', enum: [1, 2] },
      tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
      info: { type: 'object' },
    },
  },
  { createdAt: 'Created', creatorId: 'User' },
);
const on = (field: string, operator: Operator, text = '', options: readonly string[] = []): Condition => ({
  field,
  operator,
  text,
  options,
});
const filterOf = (...conditions: readonly Condition[]) => groupFilter({ match: 'all', conditions }, columns);

it.each<readonly [Condition, unknown]>([
  [on('title', 'contains', 'a.b'), { title: { $regex: 'a\\.b', $options: 'i' } }],
  [on('title', 'startsWith', 'x'), { title: { $regex: '^x', $options: 'i' } }],
  [on('title', 'is', ' x '), { title: 'x' }],
  [on('title', 'empty'), { title: { $in: [null, ''] } }],
  [on('count', 'is', '1,5'), { count: 1.5 }],
  [on('count', 'atLeast', '0'), { count: { $gte: 0 } }],
  [on('count', 'atMost', '-2'), { count: { $lte: -2 } }],
  [on('count', 'filled'), { count: { $nin: [null] } }],
  [on('done', 'isTrue'), { done: true }],
  [on('done', 'isFalse'), { done: { $ne: true } }],
  [on('due', 'on', '2026-02-28'), { due: { $gte: '2026-02-28', $lt: '2026-03-01' } }],
  [on('due', 'from', '2026-02-28'), { due: { $gte: '2026-02-28' } }],
  [on('at', 'before', '2026-02-28'), { at: { $lt: new Date('2026-02-28T00:00').toISOString() } }],
  [on('state', 'anyOf', '', ['open']), { state: { $in: ['open'] } }],
  [on('level', 'noneOf', '', ['2']), { level: { $nin: [2] } }],
  [on('tags', 'anyOf', '', ['a', 'b']), { tags: { $in: ['a', 'b'] } }],
  [on('tags', 'empty'), { tags: { $in: [null, []] } }],
  [on('info', 'filled'), { info: { $nin: [null, []] } }],
])('%j', (condition, expected) => {
  expect(filterOf(condition)).toEqual(expected);
});

it.each([on('title', 'contains', ' '), on('count', 'is', 'many'), on('state', 'anyOf'), on('due', 'on')])('ignores %j', (condition) => {
  expect(filterOf(condition)).toBeNull();
});

it('joins conditions by and, or by or', () => {
  const conditions = [on('count', 'is', '1'), on('title', 'is', ''), on('done', 'isTrue')];
  expect(groupFilter({ match: 'all', conditions }, columns)).toEqual({ $and: [{ count: 1 }, { done: true }] });
  expect(groupFilter({ match: 'any', conditions }, columns)).toEqual({ $or: [{ count: 1 }, { done: true }] });
});

it('forgets conditions whose column is gone or has another type', () => {
  const conditions = [on('gone', 'is', '1'), on('title', 'atLeast', '1'), on('count', 'is', '1')];
  expect(knownConditions({ match: 'any', conditions }, columns)).toEqual({ match: 'any', conditions: [conditions[2]] });
});

it('has conditions for each column', () => {
  for (const column of columns) expect(operatorsOf(column).length, column.id).toBeGreaterThan(1);
});
