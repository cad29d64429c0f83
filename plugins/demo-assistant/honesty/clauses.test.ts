import { expect, test } from 'vitest';
import { clausesCases } from './clauses.fixture.ts';
import { ask, filesAfter, openTools, templateNamed } from './testing/judge.ts';

const tools = await openTools();

/** The answer to a request about a template, and whether it changes something. */
async function answerOf(app: string, request: string) {
  const template = templateNamed(app, tools);
  if (template === undefined) throw new Error(`There is no template ${app}.`);
  const { files, title } = template;
  const answer = await ask(tools, { request, files, previousFiles: null, appName: title });
  const isChanged = JSON.stringify(filesAfter(files, answer)) !== JSON.stringify(files) || answer.actions.length > 0;
  return { text: answer.sentences.join(' '), isChanged };
}

test.each(clausesCases)('$app: $ask', async ({ app, ask: request, done = [], named = [] }) => {
  const { text, isChanged } = await answerOf(app, request);
  for (const part of [...done, ...named]) expect(text).toContain(part);
  expect(isChanged).toBe(!/nothing was changed|nichts geändert/iu.test(text));
});
