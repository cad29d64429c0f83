import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ImportTooLarge, InvalidImport } from '../errors.ts';
import type { ImportFile } from '../ref.ts';

const FORMATS: Readonly<Record<string, 'csv' | 'json'>> = { 'text/csv': 'csv', 'application/json': 'json' };

/** Throws `InvalidImport` for other formats. */
export function formatOf({ name, type }: Pick<ImportFile, 'name' | 'type'>): 'csv' | 'json' {
  const format = name.includes('.') ? name.toLowerCase().split('.').at(-1) : FORMATS[type.split(';')[0] ?? ''];
  if (format === 'csv' || format === 'json') return format;
  throw new InvalidImport('Only .csv and .json files can be imported.');
}

/** Streams an upload to a temporary file rather than holding it in memory, and removes it after `use`. */
export async function withUpload<T>(body: ImportFile['body'], use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'sayso-import-'));
  try {
    const path = join(folder, 'upload');
    await pipeline(body, createWriteStream(path, { mode: 0o600 }));
    if (body.truncated === true) throw new ImportTooLarge();
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
