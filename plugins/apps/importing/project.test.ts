import { strToU8, zipSync } from 'fflate';
import { expect, it, test } from 'vitest';
import { readProject } from './project.ts';
import { readZip } from './unzip.ts';

const read = (files: Readonly<Record<string, string>>) =>
  readZip(zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)]))));

it('finds an app in an exported project', () => {
  const { files, name, mainPage, left } = read({
    'notes/index.html': '<title>Notes &amp; more</title>',
    'notes/package.json': '{}',
    'notes/src/app.js': 'export const pages = {};\nexport const routes = [{"name":"Start","isMain":true}];\n',
    'notes/src/pages/Start.tsx': 'export default () => null;',
    'notes/src/components/deep/Row.jsx': 'row',
    'notes/src/services/words.ts': 'words',
    'notes/src/layout.tsx': 'layout',
    'notes/src/globals.css': '@import "tailwindcss";\n@import "./sayso/kit/theme.css";\nh1 { color: red }\n',
    'notes/src/entities/Note.json': '{}',
    'notes/src/entities/Note.js': 'made',
    'notes/src/components/ui/button.js': 'kit',
    'notes/src/sayso/kit/button.tsx': 'kit',
    'notes/src/helpers/other.ts': 'other',
    'notes/node_modules/react/index.js': 'react',
  });
  expect({ name, mainPage }).toEqual({ name: 'Notes & more', mainPage: 'Start' });
  expect(files).toEqual({
    'pages/Start': 'export default () => null;',
    'components/deep/Row': 'row',
    'services/words': 'words',
    layout: 'layout',
    'globals.css': 'h1 { color: red }\n',
    'entities/Note.json': '{}',
  });
  expect(left.filter(({ reason }) => reason === 'unknown')).toEqual([{ path: 'src/helpers/other.ts', reason: 'unknown' }]);
});

it('reads neither a name nor a main page from what is damaged', () => {
  const files = [
    { path: 'index.html', text: '<title><b></title>' },
    { path: 'src/app.js', text: 'export const routes = [1, null];' },
  ];
  expect(readProject(files)).toMatchObject({ name: null, mainPage: null });
});

test.each([
  ['a path out of it', { '../evil/pages/Home.tsx': 'a' }, 'leads out of it'],
  ['an absolute path', { '/etc/pages/Home.tsx': 'a' }, 'leads out of it'],
  ['a path of Windows', { 'C:\\pages\\Home.tsx': 'a' }, 'leads out of it'],
  ['a file that is too large', { 'pages/Home.tsx': 'a'.repeat(2_000_001) }, 'larger than'],
  ['too many bytes', Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`pages/P${at}.tsx`, 'a'.repeat(1_900_000)])), 'larger than'],
  ['too many files', Object.fromEntries(Array.from({ length: 5_001 }, (_, at) => [`pages/P${at}.tsx`, ''])), 'more than 5000 files'],
])('refuses %s', (_name, files, message) => {
  expect(() => read(files)).toThrow(message);
});

it('refuses what is no zip, and reads no more of a file than its zip says that it has', () => {
  expect(() => readZip(strToU8('no zip'))).toThrow('no zip');
  const zip = zipSync({ 'pages/Home.tsx': strToU8('a'.repeat(1_000_000)) });
  const view = new DataView(zip.buffer, zip.byteOffset);
  for (let at = 0; at < zip.length - 4; at += 1) if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 10, true);
  expect(readZip(zip).files['pages/Home']?.length).toBe(10);
});
