import { expect, it } from 'vitest';
import { withoutRules } from './without-rules.ts';

it('leaves out the rules of rows and of fields at any depth, and nothing else', () => {
  const rls = { read: { user_condition: { email: 'boss@example.org' } } };
  const deep = {
    type: 'array',
    rls,
    items: { type: 'object', rls, properties: { rules: { type: 'string' }, part: { type: 'string', rls } } },
  };
  const permissions = { read: 'all', write: 'admin' };
  const table = {
    name: 'Task',
    rls,
    properties: { rls: { type: 'string', title: 'A field of this name' }, list: deep, plain: { type: 'string', enum: ['a'] } },
    required: ['plain'],
    'x-accessControl': { permissions, rules: { read: rls } },
  };
  const shown = withoutRules(table);
  expect(shown).toEqual({
    name: 'Task',
    properties: {
      rls: { type: 'string', title: 'A field of this name' },
      list: { type: 'array', items: { type: 'object', properties: { rules: { type: 'string' }, part: { type: 'string' } } } },
      plain: { type: 'string', enum: ['a'] },
    },
    required: ['plain'],
    'x-accessControl': { permissions },
  });
  expect(withoutRules(table)).toBe(shown);
});
