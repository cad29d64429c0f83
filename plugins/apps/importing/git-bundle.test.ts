import { createHash } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { isBundle, readBundle } from './git-bundle.ts';
import { bundleOf, deltaOf, GIT_BUNDLE, hashOf, type Packed, packOf, treeOf } from './testing/bundles.ts';

const PAGE = Buffer.from('export default () => null;');
const page = hashOf('blob', PAGE);
const blob: Packed = { kind: 'blob', data: PAGE };
const pagesTree = treeOf([{ name: 'Home.tsx', hash: page }]);
const pages: Packed = { kind: 'tree', data: pagesTree };
const root = treeOf([{ mode: '40000', name: 'pages', hash: hashOf('tree', pagesTree) }]);
/** A bundle with the page Home, and more at its root. */
const withRoot = (entries: Parameters<typeof treeOf>[0], ...more: readonly Packed[]) =>
  bundleOf(treeOf([{ mode: '40000', name: 'pages', hash: hashOf('tree', pagesTree) }, ...entries]), [pages, blob, ...more]);

it('reads the newest commit of a bundle that git made, and leaves symbolic links out', () => {
  const { files, name, left } = readBundle(GIT_BUNDLE);
  expect([Object.keys(files), name]).toEqual([['components/Card', 'pages/Home'], 'Rows']);
  expect(files['pages/Home']).toContain('The seventh row of the list');
  expect(files['pages/Home']).toContain('The fortieth row of the list');
  expect(left).toContainEqual({ path: 'src/pages/Linked.tsx', reason: 'unknown' });
});

it('tells a bundle by its first line', () => {
  expect(['# v2 git bundle\n', '# v3 git bundle\n', '# v4 git bundle\n', 'PK', ''].map((text) => isBundle(Buffer.from(text)))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

describe('deltas', () => {
  const changed = 'export default () => null;!';
  // Copies 26 bytes from the start, and inserts one.
  const delta = deltaOf(26, 27, 0x90, 26, 1, 33);
  const tree = treeOf([{ name: 'Home.tsx', hash: hashOf('blob', Buffer.from(changed)) }]);
  const rootOf = treeOf([{ mode: '40000', name: 'pages', hash: hashOf('tree', tree) }]);
  const bundle = (...objects: readonly Packed[]) => bundleOf(rootOf, [{ kind: 'tree', data: tree }, ...objects]);

  it.each<[string, readonly Packed[]]>([
    ['to an object before', [blob, { kind: 'ofs-delta', base: 1, data: delta }]],
    ['to a hash', [blob, { kind: 'ref-delta', base: page, data: delta }]],
    ['to an object that comes later', [{ kind: 'ref-delta', base: page, data: delta }, blob]],
  ])('%s', (_name, objects) => {
    expect(readBundle(bundle(...objects)).files).toEqual({ 'pages/Home': changed });
  });

  it.each<[string, Buffer]>([
    ['another size before', deltaOf(25, 27, 0x90, 26, 1, 33)],
    ['another size after', deltaOf(26, 28, 0x90, 26, 1, 33)],
    ['a copy beyond the base', deltaOf(26, 27, 0x91, 20, 26, 1, 33)],
    ['more than its size after', deltaOf(26, 1, 0x90, 26)],
    ['an insertion beyond its end', deltaOf(26, 27, 0x90, 26, 9, 33)],
    ['the reserved command', deltaOf(26, 27, 0)],
    ['no end of its sizes', Buffer.alloc(40, 255)],
  ])('with %s are refused', (_name, data) => {
    expect(() => readBundle(bundle(blob, { kind: 'ref-delta', base: page, data }))).toThrow('the git bundle is damaged');
  });

  it('to what is not there, or to each other, are refused', () => {
    const missing = 'f'.repeat(40);
    expect(() => readBundle(bundle(blob, { kind: 'ref-delta', base: missing, data: delta }))).toThrow('damaged');
    expect(() => readBundle(bundle(blob, { kind: 'ofs-delta', base: 0, data: delta }))).toThrow('damaged');
  });

  it('that would make too much are refused before it is made', () => {
    expect(() => readBundle(bundle(blob, { kind: 'ref-delta', base: page, data: deltaOf(26, 2 ** 40) }))).toThrow(
      'more than 20000000 bytes',
    );
  });
});

describe('refuses', () => {
  const damagedBy = (at: number, byte: number) => {
    const copy = Buffer.from(GIT_BUNDLE);
    copy[at] = byte;
    return copy;
  };
  it.each<[string, Buffer]>([
    ['one that is cut off', GIT_BUNDLE.subarray(0, 1500)],
    ['one with a changed byte', damagedBy(1200, 0)],
    ['one without a pack', Buffer.from(`# v2 git bundle\n${page} refs/heads/main\n\n`)],
    ['one without an end of its header', Buffer.from('# v2 git bundle\nwhat')],
    ['a broken line of its header', Buffer.from('# v2 git bundle\nwhat\n\n')],
    ['one whose commit is a file', Buffer.concat([Buffer.from(`# v2 git bundle\n${page} HEAD\n\n`), packOf([blob])])],
    ['one that lacks a file', bundleOf(root, [pages])],
    ['a broken folder', bundleOf(Buffer.from('100644 Home.tsx\0short'), [])],
  ])('%s', (_name, bundle) => {
    expect(() => readBundle(bundle)).toThrow('The project was not imported: the git bundle is damaged.');
  });

  test.each([
    ['commits that it does not have', `-${page} two\n`, 'builds on commits that it does not have'],
    ['a filter', '@filter=blob:none\n', 'made with a filter'],
    ['hashes of another kind', '@object-format=sha256\n', 'needs "object-format=sha256"'],
  ])('%s', (_name, line, message) => {
    expect(() => readBundle(bundleOf(root, [pages, blob], `# v3 git bundle\n${line}`))).toThrow(message);
  });

  it('one without a branch', () => {
    expect(() => readBundle(Buffer.concat([Buffer.from('# v2 git bundle\n\n'), packOf([])]))).toThrow();
  });
});

describe('attacks', () => {
  it('an object that inflates to more than it says is not inflated further', () => {
    const zeros = Buffer.alloc(50_000_000);
    expect(() => readBundle(bundleOf(root, [pages, blob, { kind: 'blob', data: zeros, size: 10 }]))).toThrow('damaged');
    expect(() => readBundle(bundleOf(root, [pages, blob, { kind: 'blob', data: zeros }]))).toThrow('more than 20000000 bytes');
  });

  it('many objects that inflate well end at the bound of all', () => {
    const zeros = Buffer.alloc(19_000_000);
    expect(() =>
      readBundle(bundleOf(root, [pages, blob, ...Array.from({ length: 12 }, () => ({ kind: 'blob' as const, data: zeros }))])),
    ).toThrow('Import a zip instead');
  });

  it('a number of objects that is not there is refused', () => {
    const pack = packOf([blob]).subarray(0, -20);
    pack.writeUInt32BE(4_000_000_000, 8);
    const whole = Buffer.concat([Buffer.from(`# v2 git bundle\n${page} HEAD\n\n`), pack, createHash('sha1').update(pack).digest()]);
    expect(() => readBundle(whole)).toThrow('more than 200000 objects');
  });

  test.each(['..', '../x', 'a\\b'])('a path with %s leads nowhere', (name) => {
    const folder = treeOf([{ name: 'Home.tsx', hash: page }]);
    const bundle = withRoot([{ mode: '40000', name, hash: hashOf('tree', folder) }]);
    expect(() => readBundle(bundle)).toThrow(/leads out of it|damaged/);
  });

  it('folders that name each other very often end at the bound of entries', () => {
    const folders: Packed[] = [];
    let hash = hashOf('tree', pagesTree);
    for (let depth = 0; depth < 40; depth += 1) {
      const data = treeOf(Array.from({ length: 10 }, (_, at) => ({ mode: '40000', name: `f${at}`, hash: depth === 0 ? emptyHash : hash })));
      folders.push({ kind: 'tree', data });
      hash = hashOf('tree', data);
    }
    const empty: Packed = { kind: 'tree', data: Buffer.alloc(0) };
    expect(() => readBundle(withRoot([{ mode: '40000', name: 'deep', hash }], empty, ...folders))).toThrow(
      'more than 100000 files and folders',
    );
  });

  it('submodules and scripts of a repository are not read', () => {
    const { files, left } = readBundle(withRoot([{ mode: '160000', name: 'module', hash: page }]));
    expect([Object.keys(files), left]).toEqual([['pages/Home'], [{ path: 'module', reason: 'unknown' }]]);
  });

  it('every changed byte is either refused or changes nothing', () => {
    const whole = bundleOf(root, [pages, blob]);
    const { files } = readBundle(whole);
    for (let at = 0; at < whole.length; at += 1) {
      const copy = Buffer.from(whole);
      copy[at] = (copy[at] ?? 0) ^ 0x55;
      try {
        expect(readBundle(copy).files).toEqual(files);
      } catch (error) {
        expect((error as { code?: string }).code, `byte ${at}: ${error}`).toBe('project-unreadable');
      }
    }
  });
});

const emptyHash = hashOf('tree', Buffer.alloc(0));
