import { expect, test } from 'vitest';
import { followUps } from './follow-ups.fixture.ts';
import { requests } from './requests.fixture.ts';
import { judgeFollowUp, judgeRequest, openTools, type Verdict } from './testing/judge.ts';

const MOST_WRONG = 0.02;
const LEAST_FITTING = 0.7;

async function shares<Case extends { readonly ask: string }>(name: string, cases: readonly Case[], judge: (one: Case) => Promise<Verdict>) {
  const verdicts = await Promise.all(cases.map(async (one) => ({ ask: one.ask, verdict: await judge(one) })));
  const wrong = verdicts.filter(({ verdict }) => verdict.startsWith('wrong'));
  const refused = verdicts.filter(({ verdict }) => verdict === 'refused');
  const fitting = verdicts.length - wrong.length - refused.length;
  process.stdout.write(`${name}: ${fitting} fitting, ${refused.length} honestly refused, ${wrong.length} wrong of ${verdicts.length}\n`);
  for (const { ask, verdict } of [...wrong, ...refused]) process.stdout.write(`  ${verdict.slice(0, 300)} ← ${ask}\n`);
  return { fitting: fitting / verdicts.length, wrong: wrong.length / verdicts.length };
}

const tools = await openTools();

test.each([
  ['requests', () => shares('requests', requests, (one) => judgeRequest(one, tools))],
  ['follow-ups', () => shares('follow-ups', followUps, (one) => judgeFollowUp(one, tools))],
] as const)('%s are answered well or refused honestly', async (_name, count) => {
  const { fitting, wrong } = await count();
  expect(wrong).toBeLessThanOrEqual(MOST_WRONG);
  expect(fitting).toBeGreaterThanOrEqual(LEAST_FITTING);
});
