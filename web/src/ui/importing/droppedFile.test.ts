import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { droppedFile, projectIn } from './droppedFile.ts';

type Tree = { readonly [name: string]: Tree | string };

/** As browsers list a dropped folder: at most 100 entries at a time. */
function entry(name: string, tree: Tree | string): FileSystemEntry {
  if (typeof tree === 'string')
    return {
      name,
      isFile: true,
      isDirectory: false,
      file: (done: (file: File) => void) => done(new File([tree], name)),
    } as unknown as FileSystemEntry;
  const createReader = () => {
    const left = Object.entries(tree).map(([inner, value]) => entry(inner, value));
    return { readEntries: (done: (found: FileSystemEntry[]) => void) => done(left.splice(0, 100)) };
  };
  return { name, isFile: false, isDirectory: true, createReader } as unknown as FileSystemEntry;
}

function transferOf(dropped: Tree): DataTransfer {
  const items = Object.entries(dropped).map(([name, tree]) => ({ webkitGetAsEntry: () => entry(name, tree) }));
  const files = Object.entries(dropped).map(([name, tree]) => new File([typeof tree === 'string' ? tree : ''], name));
  return { items, files, types: ['Files'] } as unknown as DataTransfer;
}

async function pathsOf(dropped: Tree): Promise<string[]> {
  const file = await droppedFile(transferOf(dropped));
  return Object.keys(unzipSync(new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer()))).sort();
}

it('zips a folder without what can be made again, at any depth', async () => {
  const junk = { react: { 'index.js': 'x', node_modules: { a: { 'b.js': 'x' } } } };
  const project = {
    'package.json': '{}',
    node_modules: junk,
    dist: { 'out.js': 'x' },
    '.git': { config: 'x' },
    src: { 'App.tsx': 'x', build: { 'Step.tsx': 'x' }, dist: { 'Map.tsx': 'x' }, node_modules: junk },
    packages: { ui: { 'package.json': '{}', 'Button.tsx': 'x', build: { 'out.js': 'x' }, node_modules: junk } },
  };
  expect(await pathsOf({ shop: project })).toEqual([
    'shop/package.json',
    'shop/packages/ui/Button.tsx',
    'shop/packages/ui/package.json',
    'shop/src/App.tsx',
    'shop/src/build/Step.tsx',
    'shop/src/dist/Map.tsx',
  ]);
});

it('takes all entries of a large folder, and a folder named as one that is left out', async () => {
  const many = Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`f${at}.ts`, 'x']));
  expect(await pathsOf({ build: many })).toHaveLength(250);
});

it('names files that are too large, without sending them', async () => {
  const file = await droppedFile(
    transferOf({ shop: { 'App.tsx': 'x', 'film.mov': 'x'.repeat(3_000_000), 'data.json': '['.repeat(2_000_000) } }),
  );
  const unzipped = unzipSync(new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer()));
  const sizes = Object.fromEntries(Object.entries(unzipped).map(([path, { length }]) => [path, length]));
  expect(sizes).toEqual({ 'shop/App.tsx': 1, 'shop/film.mov': 2_000_001, 'shop/data.json': 2_000_000 });
  expect(file?.size).toBeLessThan(2_050_000);
});

it('sends more files than the server reads, so that it says so', async () => {
  const many = Object.fromEntries(Array.from({ length: 5_200 }, (_, at) => [`f${at}.ts`, 'x']));
  expect(await pathsOf({ shop: many })).toHaveLength(5_001);
});

it('sends an archive as it is, and nothing of an empty folder', async () => {
  const archive = await droppedFile(transferOf({ 'shop.zip': 'bytes' }));
  expect([archive?.name, await archive?.text()]).toEqual(['shop.zip', 'bytes']);
  expect(await droppedFile(transferOf({ shop: { node_modules: { a: 'x' } } }))).toBe(null);
});

it.each<[dropped: Tree, name: string | null]>([
  [{ shop: { a: 'x' } }, 'shop'],
  [{ 'a.png': 'x', shop: {} }, 'shop'],
  [{ 'shop.zip': 'x' }, 'shop.zip'],
  [{ 'shop.BUNDLE': 'x' }, 'shop.BUNDLE'],
  [{ 'a.zip': 'x', 'b.zip': 'x' }, null],
  [{ 'a.png': 'x' }, null],
  [{ 'a.csv': 'x', 'b.csv': 'y' }, null],
  [{}, null],
])('finds the project in %j: %j', (dropped, name) => {
  expect(projectIn(transferOf(dropped))).toBe(name);
});

it('takes files of browsers without entries', () => {
  expect(projectIn({ types: ['Files'], files: [new File(['x'], 'a.png')] } as unknown as DataTransfer)).toBe(null);
});
