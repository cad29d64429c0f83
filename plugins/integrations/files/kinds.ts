import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { UnsupportedFile } from '../errors.ts';

/** A kind of file that people may upload. */
export interface Kind {
  readonly type: string;
  readonly extension: string;
}

/** By the type in the bytes. */
const BINARY: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/apng': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
  'audio/aac': 'aac',
  'audio/x-m4a': 'm4a',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
};
/** Texts have no signature: their kind is that of their name, or plain text. */
const TEXTS: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  ics: 'text/calendar',
  json: 'application/json',
  md: 'text/markdown',
  tsv: 'text/tab-separated-values',
  vcf: 'text/vcard',
};
const IMAGE_NAME = /\.(?:apng|avif|gif|jpe?g|png|svg|webp)$/i;
const SVG = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*(?:<!doctype svg[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg[\s>]/i;
const MARKUP = /<(?:!doctype|html|head|body|script|iframe|svg|object|embed|\?xml)[\s>]/i;
const SAMPLE_BYTES = 64 * 1024;
const SNIFF_MS = 2000;

/** Types that browsers show by themselves; all others are downloaded. */
const SHOWN = /^(?:image\/(?!svg)|audio\/|video\/|text\/plain$|application\/pdf$)/;

/**
 * The kind of a file by its bytes; name and declared type are claims of the client. Throws `UnsupportedFile` for other kinds, and for what
 * claims to be an image and is none.
 */
export async function kindOf(path: string, { name, type }: { readonly name: string; readonly type: string }): Promise<Kind> {
  const kind = await detect(path, name);
  const claimsImage = type.startsWith('image/') || IMAGE_NAME.test(name);
  if (kind !== null && claimsImage && !kind.type.startsWith('image/'))
    throw new UnsupportedFile(`The file "${name}" is no image, though its name or its type says so.`);
  if (kind === null)
    throw new UnsupportedFile('Files of this kind cannot be uploaded. Images, PDF and office documents, texts, audio, video and ZIP can.');
  return kind;
}

/** Whether a browser may show the file in a page of its own; others are downloads. */
export function isShown(type: string): boolean {
  return SHOWN.test(type);
}

async function detect(path: string, name: string): Promise<Kind | null> {
  const sample = await readSample(path);
  // Text first: detectors of binary formats take some texts for theirs.
  const text = textOf(sample);
  if (text !== null) return textKind(text, name);
  // A hostile archive makes the detector throw; it is of no known kind then.
  const found = await fileTypeFromFile(path, { signal: AbortSignal.timeout(SNIFF_MS) }).catch(() => undefined);
  const type = found?.mime.split(';')[0] ?? '';
  const extension = Object.hasOwn(BINARY, type) ? BINARY[type] : undefined;
  return extension === undefined ? null : { type: type === 'image/apng' ? 'image/png' : type, extension };
}

function textKind(text: string, name: string): Kind | null {
  if (text.startsWith('%PDF-')) return { type: 'application/pdf', extension: 'pdf' };
  if (SVG.test(text)) return { type: 'image/svg+xml', extension: 'svg' };
  const extension = name.toLowerCase().split('.').at(-1) ?? '';
  const type = Object.hasOwn(TEXTS, extension) ? TEXTS[extension] : undefined;
  if (type !== undefined) return { type, extension };
  // Downloaded as text: never a page of its own.
  return MARKUP.test(text) ? { type: 'application/octet-stream', extension: 'txt' } : { type: 'text/plain', extension: 'txt' };
}

async function readSample(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The text of a sample, whose last character may be cut; null for anything else. */
function textOf(sample: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells binary files from texts
    return /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text) ? null : text;
  } catch {
    return null;
  }
}
