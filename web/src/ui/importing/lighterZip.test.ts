import { strToU8, unzipSync, zipSync } from 'fflate';
import { expect, it, test } from 'vitest';
import { lighterZip } from './lighterZip.ts';

const fileOf = (bytes: Uint8Array, name = 'project.zip') => new File([new Uint8Array(bytes)], name, { type: 'application/zip' });
const zipOf = (files: Readonly<Record<string, string>>, comment = '') => {
  const zip = zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));
  const bytes = new Uint8Array([...zip, ...strToU8(comment)]);
  new DataView(bytes.buffer).setUint16(zip.length - 2, comment.length, true);
  return bytes;
};
const filesIn = async (file: File) => {
  const unzipped = unzipSync(new Uint8Array(await file.arrayBuffer()));
  return Object.fromEntries(Object.entries(unzipped).map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]));
};

it('leaves out the folders that no project needs, and keeps the others as they are', async () => {
  const junk = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`app/node_modules/a/${index}.js`, `${index}`.repeat(200)]));
  const own = { 'app/src/App.tsx': 'app', 'app/src/größe.ts': 'size', 'app/package.json': '{}' };
  const zip = fileOf(zipOf({ 'app/.git/HEAD': 'ref', ...junk, ...own, 'app/packages/ui/node_modules/b.js': 'b' }, 'made by a tool'));
  const lighter = await lighterZip(zip);
  expect(await filesIn(lighter)).toEqual(own);
  expect([lighter.name, lighter.type, lighter.size < zip.size / 10]).toEqual(['project.zip', 'application/zip', true]);
});

test.each([
  ['a zip without such folders', zipOf({ 'src/App.tsx': 'app' })],
  ['a git bundle', strToU8('# v2 git bundle\n')],
  ['an empty file', new Uint8Array()],
  ['a zip that is cut off', zipOf({ 'node_modules/a.js': 'a', 'src/App.tsx': 'app' }).subarray(30)],
])('returns %s as it is', async (_, bytes) => {
  const file = fileOf(bytes);
  expect(await lighterZip(file)).toBe(file);
});
