import { describe, expect, it } from 'vitest';
import { compileProblems, noProblems, type Problem, type ProblemStep, stepProblems } from './problems.ts';

const problem = (title: string, componentName = 'Home', fields: Partial<Problem> = {}): Problem => ({
  title,
  componentName,
  details: '',
  scope: 'page',
  file: null,
  line: null,
  ...fields,
});
const found = (...problems: Problem[]): ProblemStep => ({ type: 'found', problems });
const names = (steps: ProblemStep[]) => steps.reduce(stepProblems, noProblems).list.map((each) => `${each.title}@${each.componentName}`);

describe('the problems of an app', () => {
  it.each<[string, ProblemStep[], string[]]>([
    [
      'the same title and component count once',
      [found(problem('a'), problem('a')), found(problem('a', 'Home', { details: 'more' }))],
      ['a@Home'],
    ],
    ['another component is another problem', [found(problem('a'), problem('a', 'Card'))], ['a@Home', 'a@Card']],
    [
      'a hidden one stays hidden',
      [found(problem('a'), problem('b')), { type: 'suppress', problem: problem('a') }, found(problem('a'))],
      ['b@Home'],
    ],
    [
      'a hidden one stays hidden in the next build',
      [{ type: 'suppress', problem: problem('a') }, { type: 'clear' }, found(problem('a'))],
      [],
    ],
    [
      'a hidden one is listed again once it is shown again',
      [found(problem('a'), problem('b')), { type: 'suppress', problem: problem('a') }, { type: 'restore' }, found(problem('a'))],
      ['b@Home', 'a@Home'],
    ],
    [
      'a hidden one that no longer occurs is not shown again',
      [found(problem('a')), { type: 'suppress', problem: problem('a') }, { type: 'clear' }, { type: 'restore' }],
      [],
    ],
    ['cleared ones may be reported again', [found(problem('a')), { type: 'clear' }, found(problem('a'))], ['a@Home']],
    [
      'keeps only the first fifty',
      [found(...Array.from({ length: 60 }, (_, index) => problem(`e${index}`)))],
      Array.from({ length: 50 }, (_, index) => `e${index}@Home`),
    ],
  ])('%s', (_name, steps, expected) => {
    expect(names(steps)).toEqual(expected);
  });

  it('returns the same object when nothing changed', () => {
    const state = stepProblems(noProblems, found(problem('a')));
    expect(stepProblems(state, found(problem('a')))).toBe(state);
    expect(stepProblems(noProblems, { type: 'clear' })).toBe(noProblems);
    expect(stepProblems(noProblems, { type: 'restore' })).toBe(noProblems);
  });

  it('does not change during an error storm', () => {
    const full = stepProblems(noProblems, found(...Array.from({ length: 50 }, (_, index) => problem(`e${index}`))));
    for (let index = 50; index < 1050; index++) expect(stepProblems(full, found(problem(`e${index}`)))).toBe(full);
  });

  it('includes errors of the compiler, not its warnings', () => {
    const problems = compileProblems([
      { path: 'components/HabitCard', line: 3, message: 'Unexpected token', severity: 'error' },
      { path: 'pages/Home', line: null, message: 'Unused', severity: 'warning' },
    ]);
    expect(problems).toEqual([
      {
        title: 'App compilation failed: Unexpected token',
        details: 'components/HabitCard:3',
        componentName: 'HabitCard',
        scope: 'component',
        file: 'components/HabitCard',
        line: 3,
      },
    ]);
  });
});
