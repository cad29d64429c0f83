import type { EntitySchema } from '@sayso/apps/ref';
import { parseRule, type Rule, type RuleOperation, stateRule } from '@sayso/core/rules';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rules } from '../permissions/rules.suite.ts';
import { editRule } from './edit-rule.ts';

const names = fc.subarray(['team', 'tags', 'id', 'created_by', 'created_by_id', 'createdAt', 'data']);
const operations = fc.constantFrom<RuleOperation>('read', 'create', 'update', 'delete');
/** The same rule with the parts of its joins in one order. */
function sorted(rule: Rule): unknown {
  if (rule.kind !== 'all' && rule.kind !== 'any') return rule;
  return {
    kind: rule.kind,
    of: rule.of
      .map(sorted)
      .map((one) => JSON.stringify(one))
      .sort(),
  };
}

it('states every rule that is understood so that it is read as the same rule', () => {
  fc.assert(
    fc.property(rules, operations, names, (given, operation, own) => {
      const ownNames = new Set(own);
      const rule = parseRule(given, operation, ownNames);
      fc.pre(!JSON.stringify(rule).includes('"closed"'));
      const { stated, rule: read } = stateRule(rule, operation, ownNames);
      expect([stated, sorted(read)]).toEqual([stated, sorted(rule)]);
    }),
    { numRuns: 3000 },
  );
});

const schemaOf = (text: string): EntitySchema => ({ name: 'T', required: [], properties: {}, ...JSON.parse(text) });
const values = fc.constantFrom<unknown>(true, false, 'owner', { a: 1 }, { $or: [{ b: 2 }, true] });
const rls = fc.oneof(
  values,
  fc.record({ read: values, create: values, update: values, write: values }, { requiredKeys: [], noNullPrototype: true }),
  fc.constant(undefined),
);
/** What a rule of a field says for an operation. */
function ofField(rule: unknown, operation: string): unknown {
  const keys = typeof rule === 'object' && rule !== null ? Object.keys(rule) : null;
  if (keys === null || keys.some((key) => !['read', 'create', 'update', 'delete', 'write'].includes(key))) return rule;
  const own = rule as Record<string, unknown>;
  return operation in own ? own[operation] : operation === 'read' ? undefined : own['write'];
}

it('changes one rule of a field, and keeps those of its other operations', () => {
  fc.assert(
    fc.property(
      rls,
      fc.constantFrom('read', 'create', 'update'),
      fc.option(values, { nil: undefined }),
      fc.boolean(),
      (before, operation, stated, isSpread) => {
        const text = JSON.stringify(
          { properties: { a: { type: 'string', rls: before }, b: { rls: 1.5 } } },
          null,
          isSpread ? '\t' : undefined,
        );
        const after = JSON.parse(editRule(text, schemaOf(text), { operation: operation as 'read', field: 'a', stated }));
        expect(after.properties.b).toEqual({ rls: 1.5 });
        for (const one of ['read', 'create', 'update'])
          expect([one, ofField(after.properties.a.rls, one)]).toEqual([one, one === operation ? stated : ofField(before, one)]);
      },
    ),
    { numRuns: 1000 },
  );
});

it('changes one rule of a table, and not a character of the others', () => {
  const text = `{
\t"title" : "Notes",   "properties": {"a":{"type":"number","maximum":1.0e3}},
\t"x-accessControl": {"permissions": {"read":"all", "write":"admin"}, "rules": { "read": {"data.a" :  1.0}, "delete":false } }
}`;
  const edited = editRule(text, schemaOf(text), { operation: 'update', field: null, stated: { 'data.a': 2 } });
  for (const kept of [
    '\t"title" : "Notes",   "properties"',
    '"maximum":1.0e3',
    '"read": {"data.a" :  1.0}',
    '"delete":false',
    '{"read":"all", "write":"admin"}',
  ])
    expect(edited).toContain(kept);
  expect(JSON.parse(edited)['x-accessControl'].rules).toEqual({ read: { 'data.a': 1 }, delete: false, update: { 'data.a': 2 } });
  const removed = editRule(edited, schemaOf(edited), { operation: 'update', field: null, stated: undefined });
  expect(JSON.parse(removed)).toEqual(JSON.parse(text));
});

it('keeps what held before in a file without permissions of its own, and in one that names a property twice', () => {
  const plain = '{"properties":{},"rls":{"read":false}}';
  const schema = { ...schemaOf(plain), 'x-accessControl': { permissions: { read: 'admin', write: 'creator' } } } as EntitySchema;
  expect(JSON.parse(editRule(plain, schema, { operation: 'delete', field: null, stated: false }))['x-accessControl']).toEqual({
    permissions: { read: 'admin', write: 'creator' },
    rules: { delete: false },
  });
  const twice = '{"properties":{},"x-accessControl":{"rules":{"read":true,"read":false}}}';
  const edited = editRule(twice, schemaOf(twice), { operation: 'read', field: null, stated: 'owner' });
  expect(JSON.parse(edited)['x-accessControl'].rules).toEqual({ read: 'owner' });
});
