// Installs packages and checks the installation; plain JavaScript like run.mjs.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, must, root, say } from './child.mjs';
import { missingNatives, SUPPORTED } from './natives.mjs';

/** Installs the versions of the lock file, unless they are installed already. */
export async function install() {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const stamp = join(root, 'node_modules', '.sayso-lock');
  const digest = createHash('sha256').update(lock).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  if (!isInstalled(lock)) {
    say('Installing packages. This takes a minute and happens once.');
    // Not `npm ci`, which refuses a lock file without the optional packages of other platforms. This also keeps the locked versions.
    await must('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']);
  }
  writeFileSync(stamp, digest);
}

/** Whether npm's record of installed packages matches the lock file. Packages for other platforms may be missing. */
function isInstalled(lock) {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  return Object.entries(JSON.parse(lock).packages).every(([path, wanted]) => {
    if (!path.includes('node_modules/') || wanted.link) return true;
    return wanted.optional ? true : installed[path]?.version === wanted.version;
  });
}

export function requireNode() {
  const own = join(bin, process.platform === 'win32' ? 'node.cmd' : 'node');
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (existsSync(own) || major > 22 || (major === 22 && minor >= 18)) return;
  say(`Sayso needs Node 22.18 or newer on this kind of machine; this is Node ${process.versions.node}. Get it at https://nodejs.org.`);
  process.exit(1);
}

/** Reports native packages that npm has skipped, before the first import fails with an unhelpful error. */
export function requireNatives() {
  const machine = `${process.platform}-${process.arch}`;
  if (!SUPPORTED.includes(machine)) say(`Sayso is not made for ${machine}, only for ${SUPPORTED.join(', ')}. It may not start here.`);
  const missing = missingNatives(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')), root);
  if (missing.length === 0) return;
  say(`npm has left out packages that this machine (${machine}) needs. Install them, then repeat what you did:`);
  say(`  npm install --no-save ${missing.join(' ')}`);
  process.exit(1);
}
