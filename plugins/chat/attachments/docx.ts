import { unzipSync } from 'fflate';
import { AttachmentInvalid } from '../errors.ts';

const BODY = 'word/document.xml';
/** Of the XML of a document, against zip bombs: fflate unpacks no more of an entry than the size that the archive states. */
const MAX_UNPACKED = 20_000_000;
/** Characters of a document that are kept for the model. */
const MAX_TEXT = 200_000;
/** Of the elements that are read. */
const MAX_NAME = 20;

/** What stands at the beginning of these elements, and at their end. */
const STARTS: Readonly<Record<string, string>> = { 'w:tab': '\t', 'w:br': '\n', 'w:cr': '\n' };
const ENDS: Readonly<Record<string, string>> = { 'w:p': '\n', 'w:tc': '\t' };
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** The text of a Word document, a line for each paragraph. Throws `AttachmentInvalid`. */
export function readDocx(bytes: Uint8Array, name: string): string {
  const body = bodyOf(bytes, name);
  if (body === undefined) throw new AttachmentInvalid(name, 'it is damaged');
  return textOf(new TextDecoder().decode(body))
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function bodyOf(bytes: Uint8Array, name: string): Uint8Array | undefined {
  let isLarge = false;
  try {
    const files = unzipSync(bytes, {
      filter(entry) {
        if (entry.name !== BODY) return false;
        isLarge ||= entry.originalSize > MAX_UNPACKED;
        return !isLarge;
      },
    });
    if (!isLarge) return files[BODY];
  } catch {
    return undefined;
  }
  throw new AttachmentInvalid(name, `it has more than ${MAX_UNPACKED / 1_000_000} MB of text`);
}

interface Tag {
  readonly name: string;
  readonly isEnd: boolean;
  readonly isEmpty: boolean;
}

/** Reads each character once: hostile files may consist of brackets alone. */
function textOf(xml: string): string {
  let text = '';
  let isText = false;
  for (let at = xml.indexOf('<'); at !== -1 && text.length < MAX_TEXT; ) {
    const end = xml.indexOf('>', at);
    if (end === -1) break;
    const tag = tagAt(xml, at, end);
    if (tag.name === 'w:t') isText = !tag.isEnd && !tag.isEmpty;
    text += (tag.isEnd ? ENDS : STARTS)[tag.name] ?? '';
    at = xml.indexOf('<', end);
    if (isText) text += unescaped(xml.slice(end + 1, at === -1 ? xml.length : at));
  }
  return text.slice(0, MAX_TEXT);
}

function tagAt(xml: string, at: number, end: number): Tag {
  const isEnd = xml[at + 1] === '/';
  const name = /^[\w:]*/.exec(xml.slice(at + (isEnd ? 2 : 1), at + MAX_NAME))?.[0] ?? '';
  return { name, isEnd, isEmpty: xml[end - 1] === '/' };
}

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,4}));/gi, (whole, decimal?: string, hex?: string, named?: string) => {
    if (named !== undefined) return ENTITIES[named] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}
