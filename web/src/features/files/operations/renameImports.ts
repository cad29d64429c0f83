import type { FileChange } from '../cacheVersion.ts';

const SPECIFIER = /(\b(?:from|import)\s*\(?\s*)(['"])([^'"\n]+)\2/g;
const ENDING = /\.(?:tsx|jsx|ts|js)$/;

/** The changes that move a file: its text at the new path, and the other files that import it or link to it. */
export function renameFile(files: ReadonlyMap<string, string>, from: string, to: string): FileChange[] {
  const moved: FileChange[] = [
    { path: to, content: retarget(files.get(from) ?? '', { path: from, movedTo: to, from, to }) },
    { path: from, content: null },
  ];
  for (const [path, text] of files) {
    if (path === from || path.startsWith('entities/')) continue;
    const content = retarget(text, { path, from, to });
    if (content !== text) moved.push({ path, content });
  }
  return moved;
}

interface Move {
  /** The file of the text. */
  readonly path: string;
  /** Its new path, if it is the file that moves: its relative imports change then. */
  readonly movedTo?: string;
  readonly from: string;
  readonly to: string;
}

function retarget(text: string, { path, movedTo, from, to }: Move): string {
  const imports = text.replace(SPECIFIER, (whole, before: string, quote: string, specifier: string) => {
    const target = fileOf(specifier, path);
    if (target === null) return whole;
    const ending = ENDING.exec(specifier)?.[0] ?? '';
    if (target === from) return `${before}${quote}@/${to}${ending}${quote}`;
    return movedTo !== undefined && specifier.startsWith('.') ? `${before}${quote}@/${target}${ending}${quote}` : whole;
  });
  return from.startsWith('pages/') && to.startsWith('pages/') ? retargetLinks(imports, from.slice(6), to.slice(6)) : imports;
}

/** `createPageUrl('Old')`, also with a query. */
function retargetLinks(text: string, from: string, to: string): string {
  return text.replace(/(\bcreatePageUrl\(\s*)(['"`])([\w-]+)/g, (whole, before: string, quote: string, name: string) =>
    name === from ? `${before}${quote}${to}` : whole,
  );
}

/** The path of the app's file that a specifier names, without its ending; null for a package. */
export function fileOf(specifier: string, importer: string): string | null {
  const plain = specifier.replace(ENDING, '');
  if (plain.startsWith('@/')) return plain.slice(2);
  if (!plain.startsWith('.')) return null;
  const parts = importer.split('/').slice(0, -1);
  for (const part of plain.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}
