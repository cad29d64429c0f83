import { expect, test } from 'vitest';
import { messageReader } from './message-reader.ts';

const reader = messageReader((path) => path.replace(/\.jsx?$/, ''));
const files = { 'pages/Home': 'old', 'pages/List': 'kept' };

test('carries out the actions of a message on a copy, and none that cannot be', () => {
  const message =
    'Done.\n<action type="add_file" file="pages/Home.jsx" title="Home">\nexport default 1;\n</action>\n<action type="delete_file" file="pages/None" />';
  expect(reader.apply(files, message)).toEqual({ 'pages/Home': 'export default 1;\n', 'pages/List': 'kept' });
  expect(reader.apply(files, 'Only a text.')).toEqual(files);
  expect(files['pages/Home']).toBe('old');
});
