import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { built } from './answer.fixture.ts';
import { nouns } from './lexicon/nouns/index.ts';
import { trades } from './lexicon/trades.ts';

const require = createRequire(import.meta.url);
const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
const options = {
  noEmit: true,
  noResolve: true,
  jsx: 'preserve',
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable'],
  types: [],
  strict: false,
  module: 'esnext',
  moduleResolution: 'bundler',
  noUnusedLocals: true,
};
/** Names that nothing declares, names declared twice, and imports that nobody uses. */
const faults = /error TS(?:2304|2552|18004|2300|2451|2440|6133|6192|1\d{3}):/;

/** What bundling does not notice: a name that is wrong only when it runs. */
test('every thing and every trade of the lexicon makes an app whose names are all declared and used', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'demo-names-'));
  try {
    const things = Object.keys(nouns).map((noun) => `An app to track my ${noun}s`);
    const businesses = trades.map((trade) => `An app with ${trade.tables.map((table) => `${table}s`).join(', ')} and suppliers`);
    for (const [index, request] of [
      ...things,
      ...businesses,
      'A newsletter page',
      'A restaurant menu website',
      'A survey page',
    ].entries()) {
      for (const [path, text] of Object.entries(await built(request))) {
        if (/\.(json|css)$/.test(path)) continue;
        const file = join(folder, String(index), `${path}.tsx`);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, text);
      }
    }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['**/*.tsx'] }));
    expect(await check(folder)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
}, 60_000);

function check(folder: string): Promise<string[]> {
  return new Promise((resolve) => {
    execFile(process.execPath, [compiler, '-p', folder], { maxBuffer: 50_000_000 }, (_, output) =>
      resolve(output.split('\n').filter((line) => faults.test(line))),
    );
  });
}
