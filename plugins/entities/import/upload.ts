import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ImportTooLarge, InvalidImport } from '../errors.ts';
import type { ImportFile } from '../ref.ts';

export type ImportFormat = 'csv' | 'json' | 'xlsx';

const FORMATS: Readonly<Record<string, ImportFormat>> = {
  'text/csv': 'csv',
  'application/json': 'json',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
};

/** Throws `InvalidImport` for other formats. */
export function formatOf({ name, type }: Pick<ImportFile, 'name' | 'type'>): ImportFormat {
  const format = name.includes('.') ? name.toLowerCase().split('.').at(-1) : FORMATS[type.split(';')[0] ?? ''];
  if (format === 'csv' || format === 'json' || format === 'xlsx') return format;
  throw new InvalidImport('Only .csv, .xlsx and .json files can be imported.');
}

/** Runs `use` with the paths of a temporary folder, which is removed afterwards. */
export async function withFolder<T>(use: (path: (name: string) => string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'sayso-import-'));
  try {
    return await use((name) => join(folder, name));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Streams an upload to a file rather than holding it in memory. */
export async function saveUpload(body: ImportFile['body'], path: string, maxBytes: number): Promise<void> {
  await pipeline(body, createWriteStream(path, { mode: 0o600 }));
  if (body.truncated === true) throw new ImportTooLarge(maxBytes);
}
