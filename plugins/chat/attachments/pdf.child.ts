// Prints the text of the PDF whose path is the argument. A process of its own, since decompressed streams of a hostile file are outside of
// the heap that a worker thread limits.
import { readFile } from 'node:fs/promises';
import { getDocumentProxy } from 'unpdf';
import { MAX_PDF_TEXT, PROTECTED } from './pdf.ts';

const MAX_PAGES = 500;

/** Pages one by one, so that a long document ends early. */
async function textOf(path: string): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array(await readFile(path)), { verbosity: 0 });
  const pages: string[] = [];
  let length = 0;
  for (let number = 1; number <= Math.min(document.numPages, MAX_PAGES) && length < MAX_PDF_TEXT; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
    pages.push(`--- page ${number} of ${document.numPages}\n${text}`);
    length += text.length;
  }
  return length === 0 ? `A PDF of ${document.numPages} pages without text, such as scanned ones.` : pages.join('\n');
}

try {
  process.stdout.write((await textOf(process.argv[2] ?? '')).slice(0, MAX_PDF_TEXT));
} catch (error) {
  process.exitCode = (error as Error).name === 'PasswordException' ? PROTECTED : 1;
}
