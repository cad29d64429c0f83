import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import fc from 'fast-check';
import { createServer } from 'vite';
import { expect, it } from 'vitest';
import { ensureLibraries } from '../scripts/libraries.ts';
import { resolveImport } from './resolve.ts';

// Random folders whose files and folders share names, and random imports: where Vite finds a file, the compiler finds the same one.

const SEED = 20_261_127;
const CASES = 120;
const inApp = (path: string): string => path.replace(/\.(?!json)\w+$/, '');
const NAMES = ['a', 'b', 'index'];
const ENDINGS = ['.js', '.ts', '.jsx', '.tsx', '.json'];
const folder = fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 });
const file = fc
  .tuple(folder, fc.constantFrom(...NAMES), fc.constantFrom(...ENDINGS))
  .map(([parts, name, ending]) => [...parts, name].join('/') + ending);
const specifier = fc.oneof(
  fc
    .tuple(fc.constantFrom('./', '../', '@/'), folder, fc.constantFrom(...NAMES, ''), fc.constantFrom('', '', '', '.js', '.json', '/'))
    .map(([start, parts, name, ending]) => start + [...parts, name].filter(Boolean).join('/') + ending),
  fc.constantFrom('.', '..', './', '../', '../..', '../../'),
);
const cases = fc.sample(
  fc.record({
    files: fc.uniqueArray(file, { minLength: 2, maxLength: 8, selector: inApp }),
    specifiers: fc.array(specifier, { minLength: 8, maxLength: 8 }),
  }),
  { seed: SEED, numRuns: CASES },
);

const IMPORTER = 'lib/from.tsx';

/** Each import of each file that Vite finds: as it is written, the file that it is in, and the file that it leads to. */
async function foundByVite(
  root: string,
): Promise<{ readonly number: number; readonly asked: string; readonly from: string; readonly to: string }[]> {
  const watch = { middlewareMode: true, ws: false, watch: null } as const;
  const server = await createServer({ root, configFile: false, logLevel: 'silent', server: watch, optimizeDeps: { noDiscovery: true } });
  try {
    const lookUp = async (number: number, asked: string, from: string) => {
      const source = join(root, `${number}/src`);
      const given = asked.startsWith('@/') ? `/${number}/src/${asked.slice(2)}` : asked;
      const found = await server.pluginContainer.resolveId(given, join(source, from));
      return { number, asked, from, to: found === null ? '' : relative(source, found.id) };
    };
    const all = cases.flatMap(({ files, specifiers }, number) =>
      [IMPORTER, ...files.filter((path) => !path.endsWith('.json'))].flatMap((from) =>
        specifiers.map((asked) => lookUp(number, asked, from)),
      ),
    );
    return (await Promise.all(all)).filter(({ number, to }) => cases[number]?.files.includes(to));
  } finally {
    await server.close();
  }
}

it('resolves imports to the files that Vite resolves them to', async () => {
  const libraries = await ensureLibraries();
  const root = await realpath(await mkdtemp(join(tmpdir(), 'vite-order-')));
  for (const [number, { files }] of cases.entries())
    for (const path of [...files, IMPORTER]) {
      await mkdir(dirname(join(root, `${number}/src`, path)), { recursive: true });
      await writeFile(join(root, `${number}/src`, path), path.endsWith('.json') ? '{}' : '');
    }
  const found = await foundByVite(root);
  expect(found.length).toBeGreaterThan(CASES);
  for (const { number, asked, from, to } of found) {
    const paths = cases[number]?.files ?? [];
    const files = Object.fromEntries([...paths, IMPORTER].map((path) => [inApp(path), '']));
    const target = resolveImport({ specifier: asked, from: inApp(from) }, files, libraries);
    const own = target.kind === 'file' ? target.path : target.kind === 'generated' ? target.key.replace('$asset/', '') : target.kind;
    expect.soft(own, `${asked} from ${from} of ${paths.join(', ')}`).toBe(inApp(to));
  }
}, 60_000);
