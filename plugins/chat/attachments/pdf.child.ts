// Prints the text of the PDF whose path is the first argument, as JSON. A process of its own, since decompressed streams of a hostile file are
// outside of the heap that a worker thread limits. It may read nothing but that file, this folder and its library.
import { readFile } from 'node:fs/promises';
import { getDocumentProxy } from 'unpdf';
import type { PdfAnswer } from './pdf.ts';

const MAX_PAGES = 500;

/** Pages one by one, so that a long document ends early. */
async function textOf(path: string, most: number): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array(await readFile(path)), { verbosity: 0 });
  const pages: string[] = [];
  let length = 0;
  for (let number = 1; number <= Math.min(document.numPages, MAX_PAGES) && length < most; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
    pages.push(`--- page ${number} of ${document.numPages}\n${text}`);
    length += text.length;
  }
  return length === 0 ? `A PDF of ${document.numPages} pages without text, such as scanned ones.` : pages.join('\n');
}

const [, , path = '', characters = ''] = process.argv;
const most = Number(characters);
let answer: PdfAnswer;
try {
  answer = { text: (await textOf(path, most)).slice(0, most) };
} catch (error) {
  answer = { fault: (error as Error).name === 'PasswordException' ? 'protected' : 'damaged' };
}
process.stdout.write(JSON.stringify(answer));
