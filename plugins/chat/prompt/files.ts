import type { Files } from '@sayso/apps/ref';

/** All files are shown up to this many characters in total. */
const ALL = 60_000;
/** The limit for a larger app. */
const SOME = 40_000;

export interface Focus {
  readonly request: string;
  /** The page that the preview shows, such as `/habitlist`. */
  readonly currentPath: string | null;
}

/** The app's files for the model: all while they are small, else a list and those likely relevant to the request. */
export function describeFiles(files: Files, focus: Focus): string {
  const entries = Object.entries(files);
  if (entries.length === 0) return 'The app has no files yet.';
  const length = entries.reduce((sum, [, text]) => sum + text.length, 0);
  if (length <= ALL) return data(entries.map(show).join('\n'));
  const list = entries.map(([path, text]) => `${path} (${text.length} characters)`).join('\n');
  const shown: string[] = [];
  let left = SOME;
  for (const [path, text] of entries.toSorted((a, b) => relevance(b, focus) - relevance(a, focus))) {
    if (text.length > left) continue;
    left -= text.length;
    shown.push(show([path, text]));
  }
  const note = 'Only some of the files are shown. Replace a file that is not shown only if you write the whole file.';
  return `All files:\n${data(list)}\n\n${note}\n${data(shown.join('\n'))}`;
}

/** Marks text as data, never instructions. Breaks up marks within the text. */
export function data(text: string): string {
  return `<data>\n${text.replace(/<(\/?)data>/gi, '<$1 data>')}\n</data>`;
}

function show([path, text]: readonly [string, string]): string {
  return `=== ${path}\n${text.trimEnd()}`;
}

function relevance([path, text]: readonly [string, string], { request, currentPath }: Focus): number {
  const name = path
    .replace(/^.*\//, '')
    .replace(/\.json$/, '')
    .toLowerCase();
  const wanted = request.toLowerCase();
  const page = (currentPath ?? '').split(/[?#]/)[0]?.split('/').findLast(Boolean)?.toLowerCase();
  let score = 0;
  if (page === name.replaceAll('-', '') && path.startsWith('pages/')) score += 100;
  if (wanted.includes(name)) score += 50;
  if (path.startsWith('entities/')) score += 30;
  if (path === 'layout') score += 20;
  const words = new Set(wanted.match(/\p{L}{4,}/gu) ?? []);
  const lower = text.toLowerCase();
  for (const word of words) if (lower.includes(word)) score += 2;
  return score;
}
