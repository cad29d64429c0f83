import { expect, it } from 'vitest';
import { answerTo, chosenBy, type QuestionBlock, withOption } from './questions.ts';

const question: QuestionBlock = { kind: 'question', key: 'q', text: 'Which colour?', options: ['Red', 'Blue'], takesSeveral: false };
const several: QuestionBlock = { ...question, text: 'Which fields?', options: ['Name', 'Name, first', 'Age'], takesSeveral: true };

it('keeps at most six different options', () => {
  const options = ['Red', 'A', 'B', 'C', 'D', 'E', 'F'];
  expect(options.reduce(withOption, question).options).toEqual(['Red', 'Blue', 'A', 'B', 'C', 'D']);
});

it.each([
  ['its words alone', 'Blue', true, ['Blue']],
  ['white space around them', ' Blue\n', true, ['Blue']],
  ['other words', 'Something like Blue', true, []],
  ['no answer', null, true, []],
  ['two options where one is taken', 'Red, Blue', true, []],
  ['one of several questions', 'Which size? Big\nWhich colour? Red', false, ['Red']],
  ['an option that names none of several questions', 'Red', false, []],
])('finds the chosen option: %s', (_name, answer, isOnly, chosen) => {
  expect(chosenBy(answer, question, isOnly)).toEqual(chosen);
});

it.each([
  ['one', 'Age', true, ['Age']],
  ['several', 'Name, Age', true, ['Name', 'Age']],
  ['one with a comma in it', 'Name, first, Age', true, ['Name, first', 'Age']],
  ['all', 'Name, Name, first, Age', true, ['Name', 'Name, first', 'Age']],
  ['other words', 'Name, and more', true, []],
  ['one of several questions', 'Which fields? Name, Age', false, ['Name', 'Age']],
])('finds the chosen options of several: %s', (_name, answer, isOnly, chosen) => {
  expect(chosenBy(answer, several, isOnly)).toEqual(chosen);
});

it('names one of several questions in its answer', () => {
  expect([answerTo(question, ['Red'], true), answerTo(question, ['Red'], false)]).toEqual(['Red', 'Which colour? Red']);
});
