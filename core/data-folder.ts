import {
  accessSync,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A data folder that cannot be used, as one sentence with its remedy. */
export class DataUnusable extends Error {
  override readonly name = 'DataUnusable';
}

/** What a data folder contains; the first two only where documents are in SQLite. */
const DATABASE = 'sayso.db';
const SECRET = 'secret';
const SHORTEST_SECRET = 32;
const OWN =
  /^(?:sayso\.db|events\.db|secret|server\.(?:lock|pid)|partitions\.lock|blobs|apps|drafts|trash|history|snapshots|plugins|integrations|packages|templates|uploads|temporary|move)(?:$|[.-])/;
/** What no other program has: its data may lie beside files of the operator. */
const SURELY_OWN = /^(?:sayso\.db|events\.db|server\.(?:lock|pid)|partitions\.lock)$/;
/** What systems and people put into an empty folder. */
const HARMLESS = /^(?:\.|lost\+found$|readme)/i;
const FIRST_TABLES = ['_kinds', 'core_migrations', 'jobs'];
const SQLITE_HEADER = 'SQLite format 3\0';
const PROBE = '.write-test';
const FOLDERS = ['blobs', 'apps', 'drafts', 'trash', 'history', 'snapshots', 'plugins'];
/** The clock may have been set back a little since the last write. */
const CLOCK_TOLERANCE_MS = 60 * 60_000;

/** Creates the data folder where it is missing, and tries what Sayso will do with it. Throws `DataUnusable`. `keepsDocuments`: in SQLite. */
export function checkDataFolder(directory: string, keepsDocuments: boolean): void {
  const folder = resolve(directory);
  create(folder);
  refuseForeign(folder);
  tryWriting(folder);
  for (const name of FOLDERS) checkFolder(join(folder, name), folder);
  if (keepsDocuments) checkDatabase(folder);
  checkSecret(folder);
}

function create(folder: string): void {
  const stats = statOf(folder);
  if (stats !== null && !stats.isDirectory()) throw new DataUnusable(`DATA_DIR is ${folder}, which is a file: set it to a folder.`);
  if (stats !== null) return;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new DataUnusable(`The data folder ${folder} cannot be created (${codeOf(error)}): ${remedyOf(error, folder)}`);
  }
}

/** Data next to the files of something else would be taken for theirs, and lose the access of other users. */
function refuseForeign(folder: string): void {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    throw new DataUnusable(`The data folder ${folder} cannot be read (${codeOf(error)}): ${remedyOf(error, folder)}`);
  }
  const others = names.filter((name) => !HARMLESS.test(name));
  if (others.some((name) => SURELY_OWN.test(name))) return;
  // Other programs have folders such as `plugins` and `uploads` as well.
  const foreign = others.filter((name) => !OWN.test(name));
  if (foreign.length === 0) return;
  const some = foreign.slice(0, 3).join(', ');
  throw new DataUnusable(
    `The folder ${folder} has files of something else (${some}) and no data of Sayso: set DATA_DIR to an empty folder, or to one that Sayso made.`,
  );
}

function tryWriting(folder: string): void {
  const probe = join(folder, PROBE);
  try {
    writeFileSync(probe, 'x'.repeat(4096), { mode: 0o600 });
    rmSync(probe);
  } catch (error) {
    rmSync(probe, { force: true });
    throw new DataUnusable(`The data folder ${folder} cannot be written (${codeOf(error)}): ${remedyOf(error, folder)}`);
  }
}

function checkFolder(path: string, folder: string): void {
  const stats = statOf(path);
  if (stats === null) return;
  if (!stats.isDirectory())
    throw new DataUnusable(`${path} is a file, not a folder: restore it from a backup, or set DATA_DIR to another folder.`);
  mayUse(path, folder, constants.X_OK);
}

function checkDatabase(folder: string): void {
  const file = join(folder, DATABASE);
  const stats = statOf(file);
  if (stats === null) return;
  if (!stats.isFile()) throw new DataUnusable(`${file} is no file: restore it from a backup, or set DATA_DIR to another folder.`);
  for (const suffix of ['', '-wal', '-shm']) mayUse(`${file}${suffix}`, folder);
  checkClock(file, stats);
  if (stats.size === 0) return;
  const header = Buffer.alloc(SQLITE_HEADER.length);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, header, 0, header.length, 0);
  } finally {
    closeSync(descriptor);
  }
  if (header.toString('latin1') !== SQLITE_HEADER || isForeign(file))
    throw new DataUnusable(`${file} is no database of Sayso: restore it from a backup, or set DATA_DIR to another folder.`);
}

/** Whether a database has tables, and none that each release of Sayso makes first. One that cannot be read is left to the store. */
function isForeign(file: string): boolean {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { readOnly: true });
    const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    return names.length > 0 && !names.some(({ name }) => FIRST_TABLES.includes(String(name)));
  } catch {
    return false;
  } finally {
    database?.close();
  }
}

/** With a clock that is behind, sessions and schedules of the last run lie in the future, and TLS fails. */
function checkClock(file: string, { mtime }: Stats): void {
  if (mtime.getTime() - Date.now() < CLOCK_TOLERANCE_MS) return;
  throw new DataUnusable(
    `The clock of this machine is at ${new Date().toISOString()}, before the last write of ${file} at ${mtime.toISOString()}: set the clock, or, if it was wrong then, run "touch ${file}".`,
  );
}

function checkSecret(folder: string): void {
  const file = join(folder, SECRET);
  const stats = statOf(file);
  if (stats === null) return;
  if (!stats.isFile()) throw new DataUnusable(`${file} is no file: restore it from a backup, or set SECRET.`);
  mayUse(file, folder);
  if (readFileSync(file, 'utf8').trim().length < SHORTEST_SECRET)
    throw new DataUnusable(
      `${file} is not whole: restore it from a backup. Without one, delete it: all sessions end, and encrypted values are lost.`,
    );
}

function mayUse(file: string, folder: string, more = 0): void {
  if (statOf(file) === null) return;
  try {
    accessSync(file, constants.R_OK | constants.W_OK | more);
  } catch (error) {
    throw new DataUnusable(`${file} cannot be written (${codeOf(error)}): ${remedyOf(error, folder)}`);
  }
}

function statOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return null;
    throw new DataUnusable(`${path} cannot be read (${codeOf(error)}): ${remedyOf(error, path)}`);
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown error';
}

/** What an operator can do about an error of the file system. */
export function remedyOf(error: unknown, path: string): string {
  switch (codeOf(error)) {
    case 'EACCES':
    case 'EPERM':
      return `it belongs to another user than "${userName()}", who runs Sayso. Run Sayso as its owner, or give it to this user with chown -R.`;
    case 'EROFS':
      return 'the disk is read-only. Mount it for writing, or set DATA_DIR to another folder.';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'the disk, or the share of this user, is full. Make room, or set DATA_DIR to a folder on another disk.';
    case 'EFBIG':
      return 'it would be larger than the limit of this user for a file. Raise the limit (ulimit -f, or LimitFSIZE of systemd).';
    case 'ENOTDIR':
    case 'EEXIST':
      return 'a part of the path is a file. Set DATA_DIR to another folder.';
    case 'ENAMETOOLONG':
    case 'ELOOP':
    case 'EINVAL':
      return 'the system does not accept this path. Set DATA_DIR to another folder.';
    default:
      return `check the disk of ${path}, or set DATA_DIR to another folder.`;
  }
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a user without a name.
    return String(process.getuid?.() ?? 'this user');
  }
}
