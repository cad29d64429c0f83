import { expect, it } from 'vitest';
import { answerTo, chosenBy, type QuestionBlock, withOption } from './questions.ts';

const question: QuestionBlock = { kind: 'question', key: 'q', text: 'Which colour?', options: ['Red', 'Blue'] };

it('keeps at most six different options', () => {
  const options = ['Red', 'A', 'B', 'C', 'D', 'E', 'F'];
  expect(options.reduce(withOption, question).options).toEqual(['Red', 'Blue', 'A', 'B', 'C', 'D']);
});

it.each([
  ['its words alone', 'Blue', true, 'Blue'],
  ['white space around them', ' Blue\n', true, 'Blue'],
  ['other words', 'Something like Blue', true, null],
  ['no answer', null, true, null],
  ['one of several questions', 'Which size? Big\nWhich colour? Red', false, 'Red'],
  ['an option that names none of several questions', 'Red', false, null],
])('finds the chosen option: %s', (_name, answer, isOnly, option) => {
  expect(chosenBy(answer, question, isOnly)).toBe(option);
});

it('names one of several questions in its answer', () => {
  expect([answerTo(question, 'Red', true), answerTo(question, 'Red', false)]).toEqual(['Red', 'Which colour? Red']);
});
