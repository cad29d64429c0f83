// For tests of other packages: runs in the test's process what the service runs in compiler processes.
import { readLibraries } from '../compile/libraries.ts';
import { bundleFunction } from '../functions/bundle.ts';
import { readDeclarations } from '../functions/declaration.ts';
import { outlinesOf } from '../outline.ts';
import type { RuntimeApi } from '../ref.ts';

export { applyChanges, sampleRows } from '../codemods/index.ts';
export { connection } from '../sdk/connection.ts';
export { createEntity, type RowEvent } from '../sdk/entity.ts';
export { listTemplates, readTemplate, sampleRow } from '../templates/index.ts';
export { integrityOf, type TarballFile, tarballOf } from './tarball.ts';

/** Reads outlines. */
export const outlines: RuntimeApi['outlines'] = async ({ files }) => outlinesOf(files, () => {});

/** Reads and bundles server functions. */
export function functionTools(): Pick<RuntimeApi, 'bundleFunction' | 'functionDeclarations' | 'packageEdition'> {
  return {
    packageEdition: () => '',
    functionDeclarations: async ({ files }) => readDeclarations(files, () => {}),
    async bundleFunction(app, name) {
      const libraries = await readLibraries();
      if (libraries === null) throw new Error('The libraries for generated apps are not built.');
      return bundleFunction(app, name, { libraries, onFile: () => {}, filesAt: `http://runtime.test/api/files/${app.appId}/` });
    },
  };
}
