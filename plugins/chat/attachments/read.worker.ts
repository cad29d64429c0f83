import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { WorkerTask } from '@sayso/core';
import { fileTypeFromFile } from 'file-type';
import Papa from 'papaparse';
import sharp from 'sharp';
import { AttachmentInvalid } from '../errors.ts';
import { readDocx } from './docx.ts';
import { readPdf } from './pdf.ts';
import { WORD_DOCUMENT, WORKBOOK } from './state.ts';
import { describeTable, SAMPLE_ROWS, shorten } from './table-text.ts';

export interface UploadToRead {
  readonly path: string;
  readonly name: string;
  /** Where the file that is kept is written: of a picture, a new one without metadata. */
  readonly file: string;
  /** Where the text for the model is written; not written for a picture and for a workbook. */
  readonly text: string;
}

export interface ReadUpload {
  readonly contentType: string;
  /** Null unless it is a picture. */
  readonly picture: { readonly width: number; readonly height: number } | null;
}

/** Models scale larger pictures down to about this edge, in pixels. */
const LONGEST_EDGE = 1568;
const MAX_PIXELS = 50_000_000;
const PICTURES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];
const PICTURE_NAME = /\.(?:jpe?g|png|webp|gif)$/i;
const TEXT_TYPES: Readonly<Record<string, string>> = { '.csv': 'text/csv', '.json': 'application/json', '.md': 'text/markdown' };
const MAX_CELL = 200;

sharp.cache(false);
sharp.concurrency(1);

/** Reads an upload by its bytes: neither its name nor its declared type is trusted. Throws `AttachmentInvalid`. */
const read: WorkerTask<UploadToRead, ReadUpload> = async (upload) => {
  const type = (await fileTypeFromFile(upload.path))?.mime;
  if (type !== undefined && PICTURES.includes(type)) return readPicture(upload);
  if (type === 'application/pdf') return readDocument(upload);
  if (type === WORD_DOCUMENT) return readWord(upload);
  // The entities plugin reads its sheet.
  if (type === WORKBOOK) return keepWorkbook(upload);
  if (type === undefined && !PICTURE_NAME.test(upload.name)) return readText(upload);
  throw new AttachmentInvalid(
    upload.name,
    'only pictures (PNG, JPEG, WebP, GIF), PDF, Word and Excel files (.docx, .xlsx) and text, such as CSV, JSON and Markdown, can be attached',
  );
};
export default read;

/** Encodes the picture anew: upright, in the size that models read, and without metadata. */
async function readPicture({ path, name, file }: UploadToRead): Promise<ReadUpload> {
  try {
    const source = sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true });
    const { hasAlpha } = await source.metadata();
    const scaled = source.autoOrient().resize({ width: LONGEST_EDGE, height: LONGEST_EDGE, fit: 'inside', withoutEnlargement: true });
    const encoded = hasAlpha ? scaled.png() : scaled.jpeg({ quality: 85, chromaSubsampling: '4:4:4' });
    const { width, height } = await encoded.toFile(file);
    return { contentType: hasAlpha ? 'image/png' : 'image/jpeg', picture: { width, height } };
  } catch (error) {
    const why = String(error).includes('pixel limit') ? `it has more than ${MAX_PIXELS / 1_000_000} million pixels` : 'it is damaged';
    throw new AttachmentInvalid(name, why);
  }
}

async function readText({ path, name, file, text: to }: UploadToRead): Promise<ReadUpload> {
  const text = decode(await readFile(path));
  if (text === null) throw new AttachmentInvalid(name, 'it is neither a picture nor text');
  const contentType = TEXT_TYPES[extname(name).toLowerCase()] ?? 'text/plain';
  await copyFile(path, file);
  await writeFile(to, contentType === 'text/csv' ? sampleOf(text) : shorten(text));
  return { contentType, picture: null };
}

async function readDocument({ path, name, file, text }: UploadToRead): Promise<ReadUpload> {
  await writeFile(text, await readPdf(path, name));
  await copyFile(path, file);
  return { contentType: 'application/pdf', picture: null };
}

async function readWord({ path, name, file, text }: UploadToRead): Promise<ReadUpload> {
  await writeFile(text, readDocx(new Uint8Array(await readFile(path)), name));
  await copyFile(path, file);
  return { contentType: WORD_DOCUMENT, picture: null };
}

async function keepWorkbook({ path, file }: UploadToRead): Promise<ReadUpload> {
  await copyFile(path, file);
  return { contentType: WORKBOOK, picture: null };
}

/** Null for bytes that are no text. Spreadsheets still save CSV in Windows-1252. */
function decode(bytes: Buffer): string | null {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    text = new TextDecoder('windows-1252').decode(bytes);
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters tell binary files from text
  return /[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(text) ? null : text;
}

function sampleOf(text: string): string {
  const sample: string[][] = [];
  let records = 0;
  const declared = /^\s*"?sep=([^\s"]|\t)"?\1*[ \t]*(?:\r\n?|\n|$)/i.exec(text);
  Papa.parse<string[]>(text.slice(declared?.[0].length ?? 0), {
    delimiter: declared?.[1] ?? '',
    skipEmptyLines: 'greedy',
    step: ({ data }) => {
      records += 1;
      if (sample.length <= SAMPLE_ROWS) sample.push(data.map((cell) => cell.slice(0, MAX_CELL)));
    },
  });
  return describeTable(sample, records);
}
