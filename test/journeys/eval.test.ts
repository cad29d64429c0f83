import { habitTracker, saying, startModelServer } from '@sayso/models/testing';
import { expect, it } from 'vitest';
import { shows, table } from '../eval/checks.ts';
import { DEMO, evaluate } from '../eval/run.ts';

const page = (text: string, name = 'Home') =>
  `<action type="add_file" file="pages/${name}" title="Write it">\nexport default function ${name}() {\n  ${text}\n}\n</action>\n`;

/** Only where a browser runs it: a page that throws everywhere is refused before it becomes a version. */
const THROWS = `if (performance.getEntriesByType('navigation').length > 0) throw new Error('Nothing here');\n  return <p>page</p>;`;

const habits = {
  id: 'habits',
  request: 'A habit tracker with name, frequency and streak',
  checks: [table('habit', 'name', 'streak')],
  followUp: { request: 'Call it Small wins', checks: [shows('Small wins')] },
};

it('scores the answers of a model: apps that run, that throw, and that do not compile', async () => {
  await using model = await startModelServer(({ messages }) => {
    const last = JSON.stringify((messages as readonly unknown[]).at(-1));
    if (last.includes('Small wins')) return saying(page('return <h1>Small wins</h1>;', 'Wins'));
    if (last.includes('habit tracker')) return saying(habitTracker);
    if (last.includes('throws')) return saying(page(THROWS));
    return saying('I cannot do that.');
  });
  const throwing = { ...habits, id: 'throwing', request: 'A page that throws', checks: [shows('page')] };
  const refused = { ...habits, id: 'refused', request: 'Something else' };
  const endpoint = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'none' };
  const seen: string[] = [];
  const options = { models: ['scripted'], cases: [habits, throwing, refused], endpoint };
  const [result] = await evaluate({ ...options, onCase: (_model, { id }) => void seen.push(id) });
  expect(seen).toEqual(['habits', 'throwing', 'refused']);
  const [first, second, third] = result?.cases ?? [];
  const whole = { isAnswered: true, compiles: true, validates: true, renders: true, addsRows: true, keeps: true, fits: true, faults: [] };
  expect(first).toMatchObject({ request: whole, followUp: whole });
  expect(first?.request.tokens).toBeGreaterThan(0);
  expect(second?.request).toMatchObject({ isAnswered: true, compiles: true, renders: false, fits: false });
  expect(second?.request.faults.join()).toContain('Nothing here');
  expect(third).toMatchObject({ request: { isAnswered: false, fits: false, faults: ['changed nothing'] }, followUp: null });
});

it('scores the demo assistant', async () => {
  const [result] = await evaluate({ models: [DEMO], cases: [habits], endpoint: {} });
  expect(result?.cases).toMatchObject([{ request: { fits: true, addsRows: true }, followUp: { fits: true, keeps: true } }]);
});
