import { createReadStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import { LIMITS, Refused } from './bundle.ts';

/** Files that bundles read. Others, such as types, maps and documentation, are not written. */
const WANTED = /\.(?:[cm]?jsx?|[cm]?tsx?|json|css|svg|png|jpe?g|gif|webp|avif|ico|woff2?|ttf|otf|eot)$/i;
const UNWANTED = /\.d\.[cm]?ts$/i;
const NOTICE = /^(?:licen[cs]e|copying|notice)(?:-\w+)?(?:\.(?:md|txt|markdown))?$/i;
const MAX_NOTICE_BYTES = 200_000;

/** What is left of the limits; all packages of a bundle share them. */
export interface Budget {
  bytes: number;
  files: number;
}

export interface Extracted {
  /** Paths of the written files within the package, with `/`. */
  readonly files: readonly string[];
  /** A file that makes or is a native addon; null when there is none. */
  readonly addon: string | null;
  /** The texts of its licences; empty without any. */
  readonly notices: string;
}

/** Writes the files of an npm tarball below `folder`. Nothing of it is run; links, devices and paths that lead elsewhere refuse the package. */
export async function extractPackage(tarball: string, folder: string, budget: Budget): Promise<Extracted> {
  const files: string[] = [];
  const notices: string[] = [];
  let addon: string | null = null;
  const entries = extract();
  // Counts before the parser keeps anything: a small tarball can expand to any size.
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      budget.bytes -= chunk.length;
      done(budget.bytes < 0 ? new Refused('too-large', `Unpacked, it has more than ${megabytes(LIMITS.unpackedBytes)}.`) : null, chunk);
    },
  });
  const reading = (async () => {
    for await (const entry of entries) {
      const path = pathOf(entry.header);
      const purpose = purposeOf(path, entry.header);
      if (purpose === 'addon') addon ??= path;
      if (purpose === 'notice') notices.push((await textOf(entry)).toString('utf8').trim());
      if (path === null || purpose !== 'module') {
        entry.resume();
        continue;
      }
      budget.files -= 1;
      if (budget.files < 0) throw new Refused('too-large', `It has more than ${LIMITS.files} files.`);
      const target = join(folder, ...path.split('/'));
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, await textOf(entry));
      files.push(path);
    }
  })();
  try {
    await Promise.all([pipeline(createReadStream(tarball), createGunzip(), count, entries), reading]);
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Refused('invalid', `Its tarball cannot be unpacked: ${error instanceof Error ? error.message : String(error)}.`);
  }
  return { files: [...new Set(files)], addon, notices: notices.join('\n\n') };
}

/** The path within the package; null for what is no file of it. */
function pathOf({ name, type, size = 0 }: Header): string | null {
  if (type === 'directory') return null;
  if (type !== 'file' && type !== 'contiguous-file') throw new Refused('unsafe', `Its tarball has "${short(name)}", which is a ${type}.`);
  const parts = name.split('/');
  const isOutside = name.startsWith('/') || parts.includes('..') || /[\\:\0]/.test(name) || name.length > 400 || parts.length > 40;
  if (isOutside) throw new Refused('unsafe', `Its tarball has the path "${short(name)}", which leads out of the package.`);
  if (size > LIMITS.fileBytes) throw new Refused('too-large', `Its file "${short(name)}" has more than ${megabytes(LIMITS.fileBytes)}.`);
  // The first folder has any name, mostly `package`.
  const path = parts
    .slice(1)
    .filter((part) => part !== '' && part !== '.')
    .join('/');
  // A package within a package would be found instead of the dependency of that name.
  return path === '' || /(?:^|\/)node_modules\//i.test(path) ? null : path;
}

/** What a file is read for; `none`: it is skipped. */
function purposeOf(path: string | null, { size = 0 }: Header): 'addon' | 'notice' | 'module' | 'none' {
  if (path === null) return 'none';
  if (/\.node$/.test(path) || path === 'binding.gyp') return 'addon';
  if (NOTICE.test(path)) return size <= MAX_NOTICE_BYTES ? 'notice' : 'none';
  return WANTED.test(path) && !UNWANTED.test(path) ? 'module' : 'none';
}

async function textOf(entry: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of entry) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const short = (name: string): string => name.slice(0, 100);

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 100_000) / 10} MB`;
}
