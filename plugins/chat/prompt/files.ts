import type { Files } from '@sayso/apps/ref';
import type { Outline } from '@sayso/runtime/ref';
import { type Focus, rankFiles } from './relevance.ts';
import { countTokens, cutToTokens } from './tokens.ts';

/** Share of the budget for outlines: whole files are worth more. */
const OUTLINE_SHARE = 0.5;
const NOTE = `Of the files below, only the signature is shown, or only the name. Edit a file that is not shown only by writing the whole file, or read it first.`;

const NO_OUTLINE: Outline = { signature: null, imports: [] };

/** Reads outlines in a process of its own: text of apps can end the parser. */
export type ReadOutlines = (files: Files) => Promise<Readonly<Record<string, Outline>>>;

interface DescribedFiles {
  readonly text: string;
  /** How many are given whole. */
  readonly whole: number;
}

/**
 * The app's files for the model, in at most `budget` tokens by `countTokens`. All files while they fit. Else those that the request concerns,
 * and the signatures or the names of the rest. Depends on nothing else, and sorts by path, so that equal parts stay equal for a cache.
 */
export async function describeFiles(
  files: Files,
  { focus, budget, outlines: read }: Selection & { readonly outlines: ReadOutlines },
): Promise<DescribedFiles> {
  const paths = Object.keys(files).sort();
  if (paths.length === 0) return { text: 'The app has no files yet.', whole: 0 };
  const whole = data(paths.map((path) => show(path, files[path] ?? '')).join('\n'));
  if (countTokens(whole) <= budget) return { text: whole, whole: paths.length };
  const outlines = await read(files);
  return selectFiles(files, new Map(paths.map((path) => [path, outlines[path] ?? NO_OUTLINE])), { focus, budget });
}

interface Selection {
  readonly focus: Focus;
  readonly budget: number;
}

function selectFiles(files: Files, outlines: ReadonlyMap<string, Outline>, { focus, budget }: Selection): DescribedFiles {
  const ranked = rankFiles(files, outlines, focus);
  const frame = countTokens(compose([], [], ranked.length));
  let left = budget - frame;
  const lines = new Map<string, string>();
  const put = (path: string, line: string, limit: number): void => {
    const cost = tokensOf(line) - tokensOf(lines.get(path) ?? '');
    if (cost > limit) return;
    left -= cost;
    lines.set(path, line);
  };
  const outlineEnd = left - left * OUTLINE_SHARE;
  for (const path of ranked) put(path, path, left - outlineEnd);
  for (const path of ranked) {
    const signature = outlines.get(path)?.signature;
    if (signature != null && lines.has(path)) put(path, `${path}\n  ${marked(signature).replaceAll('\n', '\n  ')}`, left - outlineEnd);
  }
  const shown = new Set<string>();
  for (const path of ranked) {
    const text = show(path, marked(files[path] ?? ''));
    const cost = tokensOf(text) - tokensOf(lines.get(path) ?? '');
    if (cost > left) continue;
    left -= cost;
    lines.delete(path);
    shown.add(path);
  }
  const outlined = [...lines.keys()].sort().map((path) => lines.get(path) ?? '');
  const whole = [...shown].sort().map((path) => show(path, files[path] ?? ''));
  return { text: compose(outlined, whole, ranked.length - lines.size - shown.size), whole: shown.size };
}

const MAX_READ = 5;
const NO_FILE = '(there is no such file)';
const CUT = '\n(the rest is cut off)';

/** Files that the model asked for, whole where `budget` tokens allow it, marked as data. */
export function readFiles(files: Files, paths: readonly string[], budget: number): string {
  const asked = [...new Set(paths)].slice(0, MAX_READ);
  const room = Math.floor(budget / Math.max(1, asked.length));
  const texts = asked.map((path) => {
    const text = marked(files[path] ?? NO_FILE);
    const shown = cutToTokens(text, room);
    return show(path, shown === text ? text : `${shown}${CUT}`);
  });
  return data(texts.join('\n'));
}

/** With its line end; rounded up for each piece, so that a sum never underestimates the whole. */
function tokensOf(text: string): number {
  return text === '' ? 0 : countTokens(`${text}\n`);
}

function compose(outlines: readonly string[], whole: readonly string[], unnamed: number): string {
  const rest = unnamed > 0 ? `\n(and ${unnamed} more files)` : '';
  return `${NOTE}\n${data(outlines.join('\n'))}${rest}\n\nThese files are shown whole:\n${data(whole.join('\n'))}`;
}

/** Marks text as data, never instructions. Breaks up marks within the text, in linear time: it may be that of others. */
export function data(text: string): string {
  return `<data>\n${marked(text)}\n</data>`;
}

export function marked(text: string): string {
  return text.replace(/<\s*(?:(\/)\s*)?data\s*>/gi, (_mark, slash = '') => `<${slash} data>`);
}

function show(path: string, text: string): string {
  return `=== ${path}\n${text.trimEnd()}`;
}
