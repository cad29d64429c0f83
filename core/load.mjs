// Loads an entry of the server; plain JavaScript, because the first TypeScript file loads Node's type stripper, and the compile cache has to be
// on before that.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import './threads.mjs';
import './heap.mjs';
import { currentBundle } from './bundled.mjs';

const root = join(import.meta.dirname, '..');

/**
 * Runs `core/<entry>.ts`: from the bundle if it is current, else from the sources. Plugins of the operator import the sources of the core, of
 * which there must be one copy.
 */
export async function load(entry) {
  // Keeps compiled code for the next start. On a read-only file system Node compiles without the cache.
  enableCompileCache(join(root, '.cache', 'compiled'));
  const bundle = currentBundle(root);
  if (bundle !== null) {
    const { hasForeignPlugins } = await importFrom(bundle, 'foreign-plugins.js');
    if (!hasForeignPlugins()) return importFrom(bundle, `${entry}.js`);
  }
  return import(`./${entry}.ts`);
}

const importFrom = (folder, file) => import(pathToFileURL(join(folder, file)).href);
