// The process of one bundle. Packages are hostile: none of their code runs here, but parsers read it, and it may be of any size. The server ends
// this process at its limits of time and memory.

import { readLibraries } from '../compile/libraries.ts';
import { bundlePackage } from './build.ts';
import { LIMITS, type PackageOutcome } from './bundle.ts';
import { SharedModules } from './shared.ts';
import type { BundleRequest } from './wire.ts';

/** Memory of native code is not part of the heap. */
const WATCH_MS = 100;
export const OUT_OF_MEMORY = 77;

process.once('message', (request: BundleRequest) => {
  void run(request).then((answer) => process.send?.(answer, () => process.exit(0)));
});
process.on('disconnect', () => process.exit(0));
setInterval(() => {
  if (process.memoryUsage.rss() > LIMITS.residentBytes) process.exit(OUT_OF_MEMORY);
}, WATCH_MS);

async function run(request: BundleRequest): Promise<PackageOutcome> {
  const libraries = await readLibraries();
  if (libraries === null) throw new Error('The libraries for generated apps are not built.');
  return bundlePackage(request, new SharedModules(libraries, request.allowed));
}
