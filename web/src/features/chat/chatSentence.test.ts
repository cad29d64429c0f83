import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { beforeAll, expect, test } from 'vitest';
import { loadLanguage } from '../../i18n/language.ts';
import { chatSentence, notSent } from './chatSentence.ts';

beforeAll(() => loadLanguage('en'));

test('reports a failed message, with the reason of the server or the network when known', () => {
  expect(chatSentence(new Error('anything'), notSent())).toBe('An error occurred while sending your message.');
  expect(chatSentence(new Error('anything'))).toBe('An error occurred while processing your request please try again later.');
  expect(chatSentence(new TypeError('Failed to fetch'), notSent())).toBe('Not sent: the server cannot be reached.');
  const refused = new CombinedGraphQLErrors({ errors: [{ message: 'The app has changed.' }] });
  expect(chatSentence(refused, notSent())).toBe('The app has changed.');
});
