// Finds native packages that this machine lacks; plain JavaScript like run.mjs. The lock file may lack the optional packages of other
// platforms (npm/cli#4828); npm then skips them silently, and the first import fails.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Platforms for which all native packages exist. Tests run on linux-x64 only. */
export const SUPPORTED = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64', 'win32-arm64'];

/** This machine's platform, as in the names of native packages: `linux-x64-gnu`, `darwin-arm64`, `win32-x64-msvc`. */
export function thisMachine() {
  const { platform, arch } = process;
  // Only glibc reports its version.
  const isGlibc = platform === 'linux' && process.report?.getReport().header.glibcVersionRuntime !== undefined;
  return { platform, arch, abi: platform === 'linux' ? (isGlibc ? 'gnu' : 'musl') : platform === 'win32' ? 'msvc' : '' };
}

/** Whether a package is the native package for a machine. Names without a C library fit any. */
function isFor(name, { platform, arch, abi }) {
  const match = new RegExp(`(?:^|[/.-])${platform}-${arch}(?:-(\\w+))?$`).exec(name);
  return match !== null && (match[1] === undefined || match[1] === abi);
}

/**
 * `name@version` of native packages that are missing in node_modules; `lock` is the parsed lock file. Of several versions it returns the
 * one nearest to the root, so that one `npm install` adds them all.
 */
export function missingNatives(lock, root, machine = thisMachine()) {
  const missing = new Map();
  const fromRoot = Object.entries(lock.packages).sort(([a], [b]) => b.split('node_modules/').length - a.split('node_modules/').length);
  for (const [path, { optionalDependencies = {} }] of fromRoot) {
    // Skip packages that are not installed, such as other optional ones.
    if (path === '' || !existsSync(join(root, path))) continue;
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (isFor(name, machine) && !places(path, name).some((place) => existsSync(join(root, place))))
        missing.set(name, `${name}@${version}`);
    }
  }
  return [...missing.values()].sort();
}

/** The folders in which Node looks for a package from another one, nearest first. */
function places(path, name) {
  const found = [`${path}/node_modules/${name}`];
  for (let at = path; at.includes('node_modules/'); ) {
    at = at.slice(0, at.lastIndexOf('node_modules/'));
    found.push(`${at}node_modules/${name}`);
  }
  return found;
}
