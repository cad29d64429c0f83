import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { expect, test } from 'vitest';
import { saveSentence, sentence } from './errors.ts';

const refused = new CombinedGraphQLErrors({ errors: [{ message: 'Someone else changed the app meanwhile.' }] });
const lost = new TypeError('Failed to fetch');

test('a refusal shows the sentence of the server, a failed save warns of the loss', () => {
  expect([sentence(refused), saveSentence(refused)]).toEqual(Array(2).fill('Someone else changed the app meanwhile.'));
  for (const error of [lost, new Error('anything')]) {
    expect(saveSentence(error)).toBe('Failed saving app, your changes might be lost. Please try again or contact us.');
  }
  expect(sentence(lost)).toBe('The server cannot be reached. Check your connection and try again.');
});
