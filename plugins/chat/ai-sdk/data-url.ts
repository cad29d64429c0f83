import { Readable } from 'node:stream';
import type { Upload } from '../attachments/attachments.ts';
import { AttachmentsInvalid } from '../errors.ts';

const HEAD = /^data:([^,;]*)((?:;[^,;]*)*),/i;
/** Characters before the comma. */
const MAX_HEAD = 500;
/** Endings of names by content type, for files that clients send without a name. The file itself is read by its bytes. */
const ENDINGS: Readonly<Record<string, string>> = { 'text/csv': '.csv', 'application/json': '.json', 'text/markdown': '.md' };

export function isDataUrl(url: string): boolean {
  return /^data:/i.test(url);
}

/** The file in a data URL. Throws `AttachmentsInvalid` for a malformed one. */
export function uploadOf(
  url: string,
  { name, contentType }: { readonly name?: string | null | undefined; readonly contentType?: string | null | undefined },
): Upload {
  const head = HEAD.exec(url.slice(0, MAX_HEAD));
  const bytes = head === null ? null : bytesOf(url.slice(head[0].length), /;\s*base64\s*$/i.test(head[2] ?? ''));
  if (head === null || bytes === null) throw new AttachmentsInvalid('A data URL of the message is malformed. Encode its file in Base64.');
  const type = (contentType || head[1] || '').toLowerCase();
  return { name: name || `file${ENDINGS[type] ?? ''}`, body: Readable.from([bytes]), size: bytes.length };
}

function bytesOf(data: string, isBase64: boolean): Buffer | null {
  let text: string;
  try {
    text = data.includes('%') ? decodeURIComponent(data) : data;
  } catch {
    return null;
  }
  if (!isBase64) return Buffer.from(text, 'utf8');
  const plain = text.replace(/\s/g, '');
  return /^[A-Za-z0-9+/_-]*={0,2}$/.test(plain) ? Buffer.from(plain, 'base64') : null;
}
