// Remembers that everything is installed and built, so that the next start compares times instead of hashes; plain JavaScript like run.mjs.
import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { currentBundle } from '../core/bundled.mjs';
import { builds } from './build-list.mjs';

const STAMP = ['.cache', 'prepared'];
const inputs = [...new Set(builds.flatMap((build) => build.inputs))];
/** Written by npm at each change of node_modules, by `install` and by `build`. */
const outputs = [
  'node_modules/.package-lock.json',
  'node_modules/.sayso-lock',
  'node_modules/.bin/node',
  ...builds.map(({ output }) => `${output}/.inputs`),
];

/** The state of all inputs. Take it before they are used, so that a later change is noticed. */
export function inputState(root) {
  return `${process.platform} ${process.arch} ${process.version}\n${stateOf(root, inputs)}`;
}

/** Whether nothing has changed since `notePrepared`. False when in doubt. */
export function isPrepared(root) {
  try {
    const isSame = readFileSync(join(root, ...STAMP), 'utf8') === `${inputState(root)}${stateOf(root, outputs)}`;
    return isSame && currentBundle(root) !== null;
  } catch {
    return false;
  }
}

/** To be called with the state from before, once everything is installed and built. */
export function notePrepared(root, inputsBefore) {
  const stamp = join(root, ...STAMP);
  try {
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, `${inputsBefore}${stateOf(root, outputs)}`);
  } catch {
    // On a read-only file system each start compares hashes.
  }
}

/** Size, times and inode of each file. A program can set the time of modification, but not the time of change. */
function stateOf(root, paths) {
  const lines = [];
  const add = (path) => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isDirectory()) for (const name of readdirSync(path)) add(`${path}/${name}`);
    else lines.push(stats === undefined ? `${path} -` : `${path} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs} ${stats.ino}`);
  };
  for (const path of paths) add(join(root, path));
  return `${lines.join('\n')}\n`;
}
