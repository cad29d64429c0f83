import { join } from 'node:path';
import { parseRule, type Rule, type RuleOperation, stateRule } from '@sayso/core/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

// Rules are read by the server, and their words are those of the screen.

const root = join(import.meta.dirname, '../..');
const load = (path: string) => import(join(root, path));
const { wordsOf, sentenceOf } = (await load('web/src/features/data/rules/words.ts')) as {
  readonly wordsOf: (rule: Rule) => unknown;
  readonly sentenceOf: (words: unknown, t: unknown) => string;
};
const { formOf, ruleOf, isComplete } = (await load('web/src/features/data/rules/form.ts')) as {
  readonly formOf: (rule: Rule, operation: RuleOperation) => object | null;
  readonly ruleOf: (form: object, operation: RuleOperation) => Rule;
  readonly isComplete: (form: object) => boolean;
};
const { rules, callers, dataOfRows } = await load('plugins/entities/permissions/rules.suite.ts');
const { reachOf } = await load('plugins/entities/permissions/rule-reach.ts');
const { reaches } = await load('plugins/entities/permissions/reach.ts');
const { createTranslator } = (await import(join(root, 'node_modules/use-intl/dist/esm/production/core.js'))) as {
  readonly createTranslator: (options: object) => unknown;
};
const translators = await Promise.all(
  ['en', 'de'].map(async (locale) => {
    const { texts } = await load(`web/src/features/data/rules/${locale}.ts`);
    return [locale, createTranslator({ locale, messages: { rules: texts } })] as const;
  }),
);

const operations = fc.constantFrom<RuleOperation>('read', 'create', 'update', 'delete');
const worlds = fc.record({ rows: dataOfRows, people: fc.array(callers, { minLength: 4, maxLength: 8 }) }) as fc.Arbitrary<{
  readonly rows: readonly object[];
  readonly people: readonly unknown[];
}>;
/** Whom a rule lets in to which rows. */
function meaning(rule: Rule, { rows, people }: { readonly rows: readonly object[]; readonly people: readonly unknown[] }): string {
  return people
    .flatMap((caller) => {
      const reach = reachOf(rule, caller);
      return rows.map((row, at) => (reaches(reach, { _id: `r${at}`, createdAt: '', updatedAt: '', ...row }) ? '1' : '0'));
    })
    .join('');
}
const manyWorlds = fc.sample(worlds, { numRuns: 16, seed: 7 });
const meaningIn = (rule: Rule): string => manyWorlds.map((world) => meaning(rule, world)).join(' ');

describe.each(translators)('in the language %s', (_locale, t) => {
  it('has words for every rule, and other words for rules that mean something else', () => {
    const meanings = new Map<string, string>();
    const parts = new Map<string, string>();
    fc.assert(
      fc.property(rules as fc.Arbitrary<unknown>, operations, (given, operation) => {
        const rule = parseRule(given, operation);
        const sentence = sentenceOf(wordsOf(rule), t);
        expect(sentence).toMatch(/\p{L}{2}/u);
        expect(sentence).not.toMatch(/rules\.|undefined|\[object|NaN/);
        if (!JSON.stringify(rule).includes('"closed"')) expect(sentence).not.toContain('{');
        const known = meanings.get(sentence);
        const found = known ?? meaningIn(rule);
        if (known === undefined) meanings.set(sentence, found);
        else if (parts.get(sentence) !== JSON.stringify(rule)) expect([sentence, meaningIn(rule)]).toEqual([sentence, known]);
        parts.set(sentence, JSON.stringify(rule));
      }),
      { numRuns: 1200 },
    );
    expect(meanings.size).toBeGreaterThan(300);
  }, 60_000);

  it.each<[Rule, Rule]>(
    [
      [
        { kind: 'row', path: 'data.a', is: 'eq', to: { values: ['1'] }, not: false },
        { kind: 'row', path: 'data.a', is: 'eq', to: { values: [1] }, not: false },
      ],
      [
        { kind: 'row', path: 'data.a', is: 'eq', to: { values: ['yes'] }, not: false },
        { kind: 'row', path: 'data.a', is: 'eq', to: { values: [true] }, not: false },
      ],
      [
        { kind: 'row', path: 'data.a', is: 'in', to: { values: ['a', 'b'] }, not: false },
        { kind: 'row', path: 'data.a', is: 'in', to: { values: ['a”, “b'] }, not: false },
      ],
      [
        { kind: 'row', path: 'data.createdAt', is: 'eq', to: { values: ['a'] }, not: false },
        { kind: 'row', path: 'createdAt', is: 'eq', to: { values: ['a'] }, not: false },
      ],
      [
        { kind: 'row', path: 'data.a', is: 'eq', to: { values: ['a'] }, not: false },
        { kind: 'row', path: 'data.a', is: 'eq', to: { values: ['a\u200b'] }, not: false },
      ],
      [
        { kind: 'row', path: 'data.a', is: 'eq', to: { values: ['a b'] }, not: false },
        { kind: 'row', path: 'data.a', is: 'eq', to: { values: ['a\u00a0b'] }, not: false },
      ],
      [
        { kind: 'row', path: 'data.a', is: 'eq', to: { values: [null] }, not: false },
        { kind: 'row', path: 'data.a', is: 'exists', to: { values: [true] }, not: true },
      ],
      [
        { kind: 'row', path: 'data.role', is: 'eq', to: { person: 'role' }, not: false },
        { kind: 'person', field: 'role', is: 'eq', to: { person: 'role' }, not: false },
      ],
    ].map((pair) => pair as [Rule, Rule]),
  )('tells %j from %j', (one, other) => {
    expect(sentenceOf(wordsOf(one), t)).not.toBe(sentenceOf(wordsOf(other), t));
  });
});

it('edits a rule by a form of the same meaning, or not at all, and saves it as it says', () => {
  let edited = 0;
  fc.assert(
    fc.property(rules as fc.Arbitrary<unknown>, operations, (given, operation) => {
      const rule = parseRule(given, operation);
      const form = formOf(rule, operation);
      if (form === null) return;
      edited++;
      expect(isComplete(form)).toBe(true);
      const again = ruleOf(form, operation);
      expect([rule, meaningIn(again)]).toEqual([rule, meaningIn(rule)]);
      expect(formOf(again, operation)).toEqual(form);
      // What the file of the table says afterwards.
      const { rule: saved } = stateRule(again, operation);
      expect([rule, meaningIn(saved)]).toEqual([rule, meaningIn(rule)]);
    }),
    { numRuns: 800 },
  );
  expect(edited).toBeGreaterThan(150);
}, 60_000);
