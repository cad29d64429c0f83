import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { beforeAll, expect, test } from 'vitest';
import { loadLanguage } from '../i18n/language.ts';
import { saveSentence, sentence } from './errors.ts';

beforeAll(() => loadLanguage('en'));

const refused = new CombinedGraphQLErrors({ errors: [{ message: 'Someone else changed the app meanwhile.' }] });
const lost = new TypeError('Failed to fetch');

test('a refusal shows the sentence of the server, a failed save warns of the loss', () => {
  expect([sentence(refused), saveSentence(refused)]).toEqual(Array(2).fill('Someone else changed the app meanwhile.'));
  for (const error of [lost, new Error('anything')]) {
    expect(saveSentence(error)).toBe('Failed saving app, your changes might be lost. Please try again or contact us.');
  }
  expect(sentence(lost)).toBe('The server cannot be reached. Check your connection and try again.');
});
