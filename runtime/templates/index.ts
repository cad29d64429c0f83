import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Template, TemplateRows, TemplateSummary } from '../ref.ts';

export { type SampleContext, sampleRow } from './sample.ts';

const FOLDER = new URL('./', import.meta.url);
const PICTURE = 'picture.jpg';

const description = z.strictObject({
  title: z.string(),
  description: z.string(),
  /** Name of a Lucide icon, such as `kanban`. */
  icon: z.string(),
  /** Words of matching requests, in lower case. */
  words: z.array(z.string()).min(1),
});
const tableSchema = z.looseObject({ properties: z.record(z.string(), z.looseObject({ 'x-reference': z.string().optional() })) });
const tableRows = z.array(z.record(z.string(), z.unknown()));

/** The names of all templates: the folders beside this file. */
export async function templateNames(): Promise<readonly string[]> {
  const entries = await readdir(FOLDER, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? entry.name : [])).sort();
}

export async function listTemplates(): Promise<readonly TemplateSummary[]> {
  return Promise.all((await templateNames()).map(readSummary));
}

async function readSummary(name: string): Promise<TemplateSummary> {
  const text = await readFile(new URL(`${name}/template.json`, FOLDER), 'utf8');
  return { name, ...description.parse(JSON.parse(text)) };
}

/** A template with its files; null for an unknown name. */
export async function readTemplate(name: string): Promise<Template | null> {
  if (!(await templateNames()).includes(name)) return null;
  return { ...(await readSummary(name)), ...(await readAppFolder(new URL(`${name}/`, FOLDER))) };
}

/** A template's picture, a JPEG of 800 × 500 pixels; null for an unknown name, and for a template without a picture. */
export async function readPicture(name: string): Promise<Uint8Array | null> {
  if (!(await templateNames()).includes(name)) return null;
  return readFile(new URL(`${name}/${PICTURE}`, FOLDER)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** Reads an app from a folder of ordinary files. */
export async function readAppFolder(folder: URL): Promise<Pick<Template, 'files' | 'rows'>> {
  const root = fileURLToPath(folder);
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const paths = entries.flatMap((entry) =>
    entry.isFile() && entry.name !== PICTURE ? relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/') : [],
  );
  const texts = await Promise.all(paths.sort().map(async (path) => [path, await readFile(new URL(path, folder), 'utf8')] as const));
  const files = texts.filter(([path]) => path !== 'template.json' && !path.startsWith('rows/'));
  const rows = texts.flatMap(([path, text]) =>
    path.startsWith('rows/') ? { table: nameOf(path), rows: tableRows.parse(JSON.parse(text)) } : [],
  );
  const references = files.flatMap(([path, text]) => (path.startsWith('entities/') ? [[nameOf(path), referencesOf(text)] as const] : []));
  return {
    files: Object.fromEntries(files.map(([path, text]) => [path.replace(/\.tsx?$/, ''), text])),
    rows: inOrder(rows, new Map(references)),
  };
}

const nameOf = (path: string): string => path.replace(/^.*\//, '').replace(/\.json$/, '');

function referencesOf(schema: string): readonly string[] {
  return Object.values(tableSchema.parse(JSON.parse(schema)).properties).flatMap((property) => property['x-reference'] ?? []);
}

/** Orders tables before those that reference them, because a reference needs the id of an inserted row. */
function inOrder(rows: readonly TemplateRows[], references: ReadonlyMap<string, readonly string[]>): readonly TemplateRows[] {
  const ordered = new Set<TemplateRows>();
  const visit = (table: string, path: readonly string[]): void => {
    const found = rows.find((one) => one.table === table);
    if (found === undefined || ordered.has(found) || path.includes(table)) return;
    for (const other of references.get(table) ?? []) visit(other, [...path, table]);
    ordered.add(found);
  };
  for (const { table } of rows) visit(table, []);
  return [...ordered];
}
