import { expect, it } from 'vitest';
import { readErrors, withErrors } from './appErrors.ts';

it('hides attached errors from readers and counts them', () => {
  const message = withErrors('Please fix the errors in my app', [{ title: 'a' }, { title: 'b ``` c' }]);
  expect(message.startsWith('Please fix the errors in my app\n')).toBe(true);
  expect(readErrors(message)).toEqual({ words: 'Please fix the errors in my app', count: 2 });
});

it.each(['Add a chart', 'Show ```app-errors\nnot json\n```'])('leaves %j alone', (message) => {
  expect(readErrors(message)).toEqual({ words: message, count: 0 });
});
