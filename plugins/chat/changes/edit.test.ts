import { describe, expect, test } from 'vitest';
import { applyEdit, EditFailed } from './edit.ts';

const block = (search: string, replace: string) => `<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE`;
const file = 'a\n  if (x) {\n    go();\n  }\nb\nb = 1;\nend\n';

const edits: readonly (readonly [name: string, content: string, expected: string])[] = [
  ['one line', block('end', 'END'), file.replace('end', 'END')],
  ['several lines', block('  if (x) {\n    go();\n  }', '  go();'), 'a\n  go();\nb\nb = 1;\nend\n'],
  ['a whole line wins over pieces of lines', block('b', 'c'), file.replace('\nb\n', '\nc\n')],
  ['a piece of a line', block('= 1', '= 2'), file.replace('= 1', '= 2')],
  ['lines taken out', block('b\nb = 1;', ''), file.replace('b\nb = 1;', '')],
  ['several blocks, in order', `${block('end', 'x')}\nand\n${block('x', 'y')}`, file.replace('end', 'y')],
  [
    'other white space, with the indentation of the file',
    block('if  (x) {\n  go();\n}', 'if (y) {\n  stop();\n}'),
    file.replace('x', 'y').replace('go', 'stop'),
  ],
  ['Windows line ends', block('end', 'END').replaceAll('\n', '\r\n'), file.replace('end', 'END')],
  ['marks of another length', block('end', 'END').replace('<<<<<<<', '<<<<<').replace('>>>>>>>', '>>>>>>>>'), file.replace('end', 'END')],
];

const refused: readonly (readonly [name: string, content: string, reason: string])[] = [
  ['no blocks', 'end', 'has no search and replace blocks'],
  ['a block without an end', '<<<<<<< SEARCH\na\n=======\nb', 'block 1 has no end'],
  ['an empty search', block('', 'x'), 'search text of block 1 is empty'],
  ['no match', block('nothing', 'x'), 'block 1 is not in the file: "nothing"'],
  ['the second block fails', `${block('end', 'x')}\n${block('end', 'y')}`, 'block 2 is not in the file'],
];

describe('search and replace', () => {
  test.each(edits)('%s', (_name, content, expected) => {
    expect(applyEdit(file, content)).toBe(expected);
  });

  test.each(refused)('%s is rejected', (_name, content, reason) => {
    expect(() => applyEdit(file, content)).toThrow(EditFailed);
    expect(() => applyEdit(file, content)).toThrow(reason);
  });

  test.each([
    ['whole lines', 'a\nb\na\n', 'a'],
    ['pieces', 'ab ab', 'ab'],
    ['lines but for white space', '  a  b\n a b\n', 'a b '],
  ])('%s that match twice are rejected', (_name, text, search) => {
    expect(() => applyEdit(text, block(search, 'x'))).toThrow('2 times');
  });
});
