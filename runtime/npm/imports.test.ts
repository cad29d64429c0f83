import { expect, test } from 'vitest';
import { specifiersOf } from './imports.ts';

test.each([
  ['SQL in a template', 'const q = `select * from "votes" join members from \'info\'`;', []],
  ['prose', 'export const text = \'It is imported from "auth.users" and required ("pg")\';', []],
  ['markup', "export default () => <p>Move from 'drafts' to import('archive') or import \"all\"</p>;", []],
  ['comments', "// import x from 'left-pad';\n/* require('right-pad') */ export const a = 1;", []],
  ['a regular expression', "export const a = /from 'nowhere'/;", []],
  ['a name', "import { a } from 'named';", ['named']],
  ['a default and a namespace', "import a from 'one';\nimport * as b from 'two';", ['one', 'two']],
  ['a module for its effects', "import 'effects/style.css';", ['effects/style.css']],
  ['a re-export', "export * from 'one';\nexport { a } from 'two';\nexport * as b from 'three';", ['one', 'two', 'three']],
  ['a module at run time', "export const load = async () => [await import('later'), import(`plain`)];", ['later']],
  ['a CommonJS module', "const a = require('old'); export default a;", ['old']],
  ['types alone', "import type { A } from 'types-only';\nexport type { B } from 'types-too';\nimport { type C } from 'types-three';", []],
  ['a type beside a value', "import { type A, b } from 'mixed'; b;", ['mixed']],
  ['a type assertion, which TSX does not permit', "import { a } from 'asserted'; const b = <string>a; b;", ['asserted']],
  ['a file that does not parse', "import { a } from 'broken'; const = ;", []],
])('reads what a file imports: %s', (_, text, expected) => {
  expect(specifiersOf({ 'components/A': text }, () => {})).toEqual({ 'components/A': expected });
});

test('reads code of browsers and of the server, and nothing else', () => {
  const text = "import a from 'a';";
  const files = { 'pages/A': text, 'functions/b': text, 'entities/C.json': text, 'globals.css': text, 'data/d.json': text };
  expect(Object.keys(specifiersOf(files, () => {}))).toEqual(['pages/A', 'functions/b']);
});
