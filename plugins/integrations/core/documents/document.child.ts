// Prints the text of the document whose path and kind are the arguments, as JSON. A process of its own, since decompressed streams of a hostile
// file are outside of the heap that a worker thread limits. It may read nothing but that file, this folder and its libraries.
import { readFile } from 'node:fs/promises';
import type { DocumentAnswer } from './documents.ts';

const MAX_PAGES = 500;

/** Pages one by one, so that a long document ends early. */
async function textOfPdf(path: string, most: number): Promise<string> {
  const { getDocumentProxy } = await import('unpdf');
  const document = await getDocumentProxy(new Uint8Array(await readFile(path)), { verbosity: 0 });
  const pages: string[] = [];
  let length = 0;
  for (let number = 1; number <= Math.min(document.numPages, MAX_PAGES) && length < most; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
    pages.push(text);
    length += text.length;
  }
  return pages.join('\n');
}

/** Pictures and styles of the document are left out, and nothing that it links to is read. */
async function textOfDocx(path: string): Promise<string> {
  const { default: mammoth } = await import('mammoth');
  return (await mammoth.extractRawText({ path })).value;
}

const [, , path = '', kind = '', characters = ''] = process.argv;
const most = Number(characters);
let answer: DocumentAnswer;
try {
  answer = { text: (await (kind === 'pdf' ? textOfPdf(path, most) : textOfDocx(path))).slice(0, most) };
} catch (error) {
  answer = { fault: (error as Error).name === 'PasswordException' ? 'protected' : 'damaged' };
}
process.stdout.write(JSON.stringify(answer));
