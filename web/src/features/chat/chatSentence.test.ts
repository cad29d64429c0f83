import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { beforeAll, expect, test } from 'vitest';
import { loadLanguage } from '../../i18n/language.ts';
import { chatSentence, sendFailure } from './chatSentence.ts';

beforeAll(() => loadLanguage('en'));

test('reports a failed message, with the reason of the server or the network when known', () => {
  expect(sendFailure(new Error('anything'))).toEqual({ failure: 'An error occurred while sending your message.', isLost: false });
  expect(chatSentence(new Error('anything'))).toBe('An error occurred while processing your request please try again later.');
  expect(chatSentence(new TypeError('Failed to fetch'))).toBe('Not sent: the server cannot be reached.');
  const later = 'Not sent yet. It is sent once the connection is back.';
  expect(sendFailure(new TypeError('Failed to fetch'))).toEqual({ failure: later, isLost: true });
  const refused = new CombinedGraphQLErrors({ errors: [{ message: 'The app has changed.' }] });
  expect(sendFailure(refused)).toEqual({ failure: 'The app has changed.', isLost: false });
});
