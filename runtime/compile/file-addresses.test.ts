import { expect, test } from 'vitest';
import { filesOf, styleWithFileAddresses, withFileAddresses } from './file-addresses.ts';

const filesAt = filesOf('a1', 'https://apps.test');
const PATH = '/api/files/f1/logo.png';
const ADDRESS = 'https://apps.test/api/files/a1/f1/logo.png';
const given = (code: string, lang: 'ts' | 'tsx' = 'tsx') => withFileAddresses(code, { lang, filesAt });

test.each([
  ['a text', (file: string) => `const logo = '${file}';`],
  ['a text with two of them, after letters of other lengths', (file: string) => `const t = "ü😀 ${file}, ${file}?width=160"; // ü`],
  ['a template', (file: string) => `const t = \`<img src="${file}">\${x} "${file}"\`;`],
  ['a template that begins with it', (file: string) => `const t = \`${file}?width=\${width}\`;`],
  ['an attribute', (file: string) => `const p = <img src="${file}" alt={'${file}'} />;`],
  ['an object and a list', (file: string) => `export default async () => ({ a: ['${file}'], '${file}': 1 });`],
  ['a sum after a text', (file: string) => `const t = 'Look: ' + '${file}' + x + '"' + "${file}";`],
  ['an escaped line break', (file: string) => `const t = 'a\\n${file}';`],
  ['a call of a class with a type', (file: string) => `class A { b(c: string): string { return this.d(c, '${file}' as const); } }`],
])('the path of a file in %s becomes its address', (_where, code) => {
  for (const lang of ['ts', 'tsx'] as const)
    if (lang === 'tsx' || !code('').includes('<img src')) expect(given(code(PATH), lang)).toBe(code(ADDRESS));
  expect(given(code(ADDRESS))).toBe(code(ADDRESS));
});

test.each([
  `// ${PATH}\nconst x = 1;`,
  `/* '${PATH}' */ call();`,
  `import logo from '${PATH}';`,
  `export * from '${PATH}';`,
  `const t = \`\${base}${PATH}\`;`,
  `const t = base + '${PATH}';`,
  `const t = 'https://other.test' + '${PATH}';`,
  `const t = 'https://other.test${PATH}';`,
  `const t = 'x${PATH}';`,
  `const t = '/api/files/';`,
  `const t = '/api/files/f1';`,
  `const t = /\\/api\\/files\\/f1\\/logo.png/;`,
  `this does not parse '${PATH}`,
])('%s stays', (code) => expect(given(code)).toBe(code));

test('code has as many lines as before, and deep expressions are read', () => {
  const list = `const a = [\n${`  '${PATH}',\n`.repeat(3)}];\n`;
  const code = (file: string) =>
    `${list.replaceAll(PATH, file)}${'('.repeat(200)}1${')'.repeat(200)};\nconst b = ${"'> ' + ".repeat(2000)}'${file}';`;
  expect(given(code(PATH)) === code(ADDRESS)).toBe(true);
});

test('style sheets have addresses, too', () =>
  expect(styleWithFileAddresses(`a { background: url(${PATH}) url("${PATH}") url(https://x.test${PATH}) }`, filesAt)).toBe(
    `a { background: url(${ADDRESS}) url("${ADDRESS}") url(https://x.test${PATH}) }`,
  ));
