// For tests of other packages: runs in the test's process what the service runs in compiler processes.
import { readLibraries } from '../compile/libraries.ts';
import { bundleFunction } from '../functions/bundle.ts';
import { readDeclaration } from '../functions/declaration.ts';
import type { RuntimeApi } from '../ref.ts';

export { applyChanges, sampleRows } from '../codemods/index.ts';
export { connection } from '../sdk/connection.ts';
export { createEntity, type RowEvent } from '../sdk/entity.ts';
export { listTemplates, readTemplate, sampleRow } from '../templates/index.ts';
export { integrityOf, type TarballFile, tarballOf } from './tarball.ts';

/** Bundles server functions. */
export function functionTools(): Pick<RuntimeApi, 'bundleFunction' | 'functionDeclaration'> {
  return {
    functionDeclaration: readDeclaration,
    async bundleFunction(app, name) {
      const libraries = await readLibraries();
      if (libraries === null) throw new Error('The libraries for generated apps are not built.');
      return bundleFunction(app, name, { libraries, onFile: () => {} });
    },
  };
}
