// Prints the text of the document whose kind and path are the arguments. A process of its own, since decompressed streams of a hostile file
// are outside of the heap that a worker thread limits.
import { readFile } from 'node:fs/promises';
import { MAX_TEXT, PROTECTED } from './documents.ts';

const MAX_PAGES = 500;

/** Pages one by one, so that a long document ends early. */
async function textOfPdf(path: string): Promise<string> {
  const { getDocumentProxy } = await import('unpdf');
  const document = await getDocumentProxy(new Uint8Array(await readFile(path)), { verbosity: 0 });
  const pages: string[] = [];
  let length = 0;
  for (let number = 1; number <= Math.min(document.numPages, MAX_PAGES) && length < MAX_TEXT; number += 1) {
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

const [, , kind = '', path = ''] = process.argv;
try {
  process.stdout.write((await (kind === 'pdf' ? textOfPdf(path) : textOfDocx(path))).slice(0, MAX_TEXT));
} catch (error) {
  process.exitCode = (error as Error).name === 'PasswordException' ? PROTECTED : 1;
}
