// Prints the public surface: the GraphQL schema (schema.graphql), the OpenAPI document of the builder host (openapi.json) and the types of
// the plugin contract (core/contract/api.md). `--write` writes the files, `--check` compares with them; otherwise prints to stdout.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { printGraph } from '../core/graph/index.ts';
import { BootFailure } from '../core/kernel/index.ts';
import { listedPlugins, loadPlugins } from '../core/plugins/index.ts';
import { describe } from '../core/server.ts';
import { publicTypes } from './public-types.ts';

const root = join(import.meta.dirname, '..');
const [flag] = process.argv.slice(2);
const { schema, openApi } = await loadPlugins(listedPlugins())
  .then(describe)
  .catch((error: unknown) => {
    if (!(error instanceof BootFailure)) throw error;
    console.error(error.message);
    process.exit(1);
  });
const surface = {
  'schema.graphql': schema ? printGraph(schema) : '',
  'core/contract/api.md': publicTypes(),
  'openapi.json': `${JSON.stringify(openApi, null, 2)}\n`,
};
if (flag === '--write') {
  for (const [name, text] of Object.entries(surface)) await writeFile(join(root, name), text);
} else if (flag === '--check') {
  for (const [name, text] of Object.entries(surface)) {
    const kept = await readFile(join(root, name), 'utf8').catch(() => '');
    if (kept === text) continue;
    const lines = new Set(kept.split('\n'));
    const printed = new Set(text.split('\n'));
    console.error(`${name} is not what the sources declare. Read the difference, then run: npm run schema -- --write`);
    const gone = [...lines].filter((line) => !printed.has(line)).map((line) => `  - ${line}`);
    const come = [...printed].filter((line) => !lines.has(line)).map((line) => `  + ${line}`);
    const all = [...gone, ...come];
    console.error(all.slice(0, 40).join('\n'));
    if (all.length > 40) console.error(`  … and ${all.length - 40} lines more`);
    process.exitCode = 1;
  }
} else process.stdout.write(flag === '--openapi' ? surface['openapi.json'] : surface['schema.graphql']);
