import { readFile } from 'node:fs/promises';
import { dirname, extname, join, sep } from 'node:path';
import { LIMITS, Refused } from './bundle.ts';
import { megabytes } from './extract.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.otf': 'font/otf',
};
const IMPORT = /@import\s+(?:url\(\s*)?["']?([^"')\s;]+)["']?\s*\)?([^;]*);/g;
const ADDRESS = /url\(\s*["']?((?!data:|#)[^"')]+?)["']?\s*\)/g;
const MAX_DEPTH = 10;

/**
 * The text of a package's style sheet with what it names of the package inside, because it becomes a part of another sheet. What is on other
 * servers, or not in the package, is left out.
 */
export async function sheetText(file: string, folder: string, depth = 0): Promise<string> {
  let text = (await readFile(file, 'utf8')).replace(/\/\*[#@]\s*sourceMappingURL=.*?\*\//g, '').replace(/@charset[^;]*;/gi, '');
  text = await replaced(text, IMPORT, async (address, media = '') => {
    const path = inside(address, file, folder);
    if (path === null || depth >= MAX_DEPTH) return '';
    const inner = await sheetText(path, folder, depth + 1).catch(() => '');
    return media.trim() === '' ? inner : `@media ${media.trim()} {${inner}}`;
  });
  text = await replaced(text, ADDRESS, async (address) => {
    const path = inside(address.replace(/[?#].*$/, ''), file, folder);
    const data = path === null ? null : await dataUrl(path);
    return `url("${data ?? 'data:,'}")`;
  });
  if (text.length > LIMITS.sheetBytes) throw new Refused('too-large', `Its style sheet has more than ${megabytes(LIMITS.sheetBytes)}.`);
  return text;
}

/** A picture or a font as a data URL; null for others, and for large ones. */
export async function dataUrl(path: string): Promise<string | null> {
  const type = TYPES[extname(path).toLowerCase()];
  const content = type === undefined ? null : await readFile(path).catch(() => null);
  return content === null || content.length > LIMITS.pictureBytes ? null : `data:${type};base64,${content.toString('base64')}`;
}

/** A relative path as one within the folder; null when it leads elsewhere. */
function inside(address: string, from: string, folder: string): string | null {
  if (/^(?:[a-z][\w+.-]*:|\/|~)/i.test(address)) return null;
  const path = join(dirname(from), address);
  return path.startsWith(folder + sep) ? path : null;
}

async function replaced(text: string, pattern: RegExp, replacement: (first: string, second?: string) => Promise<string>): Promise<string> {
  const matches = [...text.matchAll(pattern)];
  const texts = await Promise.all(matches.map(([, first = '', second]) => replacement(first, second)));
  let at = 0;
  let done = '';
  for (const [index, match] of matches.entries()) {
    done += text.slice(at, match.index) + (texts[index] ?? '');
    at = match.index + match[0].length;
  }
  return done + text.slice(at);
}
