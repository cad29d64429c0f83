import { describe, expect, it } from 'vitest';
import { parseRule } from './parse-rule.ts';
import { conditionsOf, OPERATIONS } from './rule.ts';
import { closedParts } from './rules-of.ts';

const many = <T>(length: number, make: (at: number) => T): T[] => Array.from({ length }, (_, at) => make(at));
const fieldsOf = (length: number, make: (at: number) => unknown): object => Object.fromEntries(many(length, (at) => [`f${at}`, make(at)]));
const COUNT = 20_000;
const nested = (depth: number): unknown => many(depth, () => 0).reduce<unknown>((inner) => ({ $or: [inner, { a: 1 }] }), { a: 1 });

describe('rules of any size', () => {
  it.each<[string, unknown]>([
    ['alternatives', { $or: many(COUNT, (at) => ({ [`data.f${at}`]: 1 })) }],
    ['alternatives that are words', { $or: many(COUNT, (at) => `word ${at}`) }],
    ['alternatives that are lists', { $or: many(COUNT, (at) => [at]) }],
    ['alternatives that decide nothing', { $and: many(COUNT, () => ({ $or: [true, false] })) }],
    ['fields', fieldsOf(COUNT, () => 1)],
    ['fields of a person', { user_condition: fieldsOf(COUNT, () => 1) }],
    ['operators', { 'data.team': Object.fromEntries(many(COUNT, (at) => [`$op${at}`, 'x'.repeat(50)])) }],
    ['operators of a person', { user_condition: { team: Object.fromEntries(many(COUNT, (at) => [`$op${at}`, 'x'.repeat(50)])) } }],
    ['negations', { 'data.team': { $not: Object.fromEntries(many(COUNT, (at) => [`$op${at}`, 'x'.repeat(50)])) } }],
    ['levels', nested(1000)],
    ['a long text', { 'data.team': { $regex: 'x'.repeat(5_000_000) } }],
    ['a long list', { 'data.team': { $in: many(COUNT, (at) => at) } }],
  ])('are read in little time, and have few parts: %s', (_name, given) => {
    const began = performance.now();
    for (const operation of OPERATIONS) {
      const parts = conditionsOf(parseRule(given, operation));
      expect(parts.length).toBeLessThan(300);
      expect(parts.some(({ kind }) => kind === 'everyone')).toBe(false);
    }
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it('says that it has too many parts, whose first ones hold', () => {
    const rule = parseRule({ $or: many(1000, (at) => ({ [`data.f${at}`]: 1 })) }, 'read');
    expect(closedParts(rule)).toEqual(['more than 100 conditions']);
    expect(conditionsOf(rule)).toContainEqual({ kind: 'row', path: 'data.f0', is: 'eq', to: { values: [1] }, not: false });
  });
});
