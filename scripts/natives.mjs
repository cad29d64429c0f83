// Which native packages this machine lacks, in plain JavaScript as run.mjs is. npm records only those of the platforms that its registry
// served when the lock file was made (npm/cli#4828), and leaves out the others without a word: the first import would fail instead.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The platforms for which all native packages exist. Tests run on linux-x64. */
export const SUPPORTED = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64', 'win32-arm64'];

/** How this machine is named in native packages: `linux-x64-gnu`, `darwin-arm64`, `win32-x64-msvc`. */
export function thisMachine() {
  const { platform, arch } = process;
  // Only C libraries that are glibc say their version.
  const isGlibc = platform === 'linux' && process.report?.getReport().header.glibcVersionRuntime !== undefined;
  return { platform, arch, abi: platform === 'linux' ? (isGlibc ? 'gnu' : 'musl') : platform === 'win32' ? 'msvc' : '' };
}

/** Whether a package is the native part for a machine. Some makers name no C library, as theirs needs none. */
function isFor(name, { platform, arch, abi }) {
  const match = new RegExp(`(?:^|[/.-])${platform}-${arch}(?:-(\\w+))?$`).exec(name);
  return match !== null && (match[1] === undefined || match[1] === abi);
}

/**
 * `name@version` of what the machine needs and node_modules does not have; `lock` is the parsed lock file. Of several versions the one of
 * the package that is nearest to the root: one command installs them all.
 */
export function missingNatives(lock, root, machine = thisMachine()) {
  const missing = new Map();
  const fromRoot = Object.entries(lock.packages).sort(([a], [b]) => b.split('node_modules/').length - a.split('node_modules/').length);
  for (const [path, { optionalDependencies = {} }] of fromRoot) {
    // What is not installed, as another package that is optional itself, needs nothing.
    if (path === '' || !existsSync(join(root, path))) continue;
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (isFor(name, machine) && !places(path, name).some((place) => existsSync(join(root, place))))
        missing.set(name, `${name}@${version}`);
    }
  }
  return [...missing.values()].sort();
}

/** Where Node looks for a package from another one, nearest first. */
function places(path, name) {
  const found = [`${path}/node_modules/${name}`];
  for (let at = path; at.includes('node_modules/'); ) {
    at = at.slice(0, at.lastIndexOf('node_modules/'));
    found.push(`${at}node_modules/${name}`);
  }
  return found;
}
