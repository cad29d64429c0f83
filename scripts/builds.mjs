// Builds what is stale; plain JavaScript like run.mjs.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib';
import { currentBundle } from '../core/bundled.mjs';
import { builds } from './build-list.mjs';
import { must, root, run, say } from './child.mjs';

/** Builds what is missing or stale, by a hash of the inputs. */
export async function build() {
  for (const { what, inputs, output, needs, command, compressed } of builds) {
    if (!existsSync(join(root, needs))) continue;
    const stamp = join(root, output, '.inputs');
    const digest = digestOf(inputs);
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) continue;
    say(`Building ${what}.`);
    await must(...command);
    if (compressed) compress(join(root, output));
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, digest);
  }
  await bundleServer();
}

/** Without a bundle, as on a read-only file system, the server runs from its sources. */
async function bundleServer() {
  if (currentBundle(root) !== null || !existsSync(join(root, 'scripts', 'bundle.ts'))) return;
  say('Bundling the server.');
  if ((await run('node', ['scripts/bundle.ts'])) !== 0) say('The server runs from its sources, which starts more slowly.');
}

/** Writes compressed copies next to text files, for browsers that accept them. */
function compress(directory) {
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|html|svg|json)$/.test(entry.name)) continue;
    const path = join(entry.parentPath ?? entry.path, entry.name);
    const content = readFileSync(path);
    if (content.length < 1024) continue;
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params: { [zlib.BROTLI_PARAM_QUALITY]: 9 } }));
    writeFileSync(`${path}.gz`, gzipSync(content));
  }
}

function digestOf(inputs) {
  const hash = createHash('sha256');
  const add = (path) => {
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name));
    else hash.update(relative(root, path)).update('\0').update(readFileSync(path));
  };
  for (const input of inputs) add(join(root, input));
  return hash.digest('hex');
}
