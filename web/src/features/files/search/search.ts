import { RE2JS } from 're2js';
import type { FileChange } from '../cacheVersion.ts';

export interface SearchQuery {
  readonly text: string;
  readonly isCaseSensitive: boolean;
  readonly isWholeWord: boolean;
  /** The text is a regular expression, by RE2: it takes linear time whatever it is. */
  readonly isPattern: boolean;
}

export interface Match {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** The line around the match, shortened, in three parts. */
  readonly before: string;
  readonly found: string;
  readonly after: string;
}

export interface Found {
  readonly matches: readonly Match[];
  /** There are more, or the time was up. */
  readonly isCut: boolean;
}

const MAX_MATCHES = 500;
/** Milliseconds for all files. */
const MAX_TIME = 1_000;
const MAX_CONTEXT = 60;

/** The compiled query; null when its pattern is invalid. Matches are within lines. */
export function compileQuery({ text, isCaseSensitive, isWholeWord, isPattern }: SearchQuery): RE2JS | null {
  const pattern = isPattern ? text : RE2JS.quote(text);
  const flags = isCaseSensitive ? 0 : RE2JS.CASE_INSENSITIVE;
  try {
    return RE2JS.compile(isWholeWord ? `\\b(?:${pattern})\\b` : pattern, flags);
  } catch {
    return null;
  }
}

/** Where the lines of the files match, by path. */
export function searchFiles(files: ReadonlyMap<string, string>, pattern: RE2JS): Found {
  const matches: Match[] = [];
  const until = performance.now() + MAX_TIME;
  for (const [path, text] of [...files].sort(([a], [b]) => a.localeCompare(b))) {
    if (performance.now() > until) return { matches, isCut: true };
    for (const match of matchesIn(path, text, pattern)) {
      if (matches.length === MAX_MATCHES) return { matches, isCut: true };
      matches.push(match);
    }
  }
  return { matches, isCut: false };
}

function* matchesIn(path: string, text: string, pattern: RE2JS): Generator<Match> {
  for (const [index, line] of text.split('\n').entries()) {
    const matcher = pattern.matcher(line);
    while (matcher.find()) {
      const [from, to] = [matcher.start(), matcher.end()];
      if (to > from) yield matchOf({ path, line, index, from, to });
    }
  }
}

interface Span {
  readonly path: string;
  readonly line: string;
  readonly index: number;
  readonly from: number;
  readonly to: number;
}

const matchOf = ({ path, line, index, from, to }: Span): Match => ({
  path,
  line: index + 1,
  column: from + 1,
  before: line.slice(Math.max(0, from - MAX_CONTEXT / 2), from).trimStart(),
  found: line.slice(from, Math.min(to, from + MAX_CONTEXT)),
  after: line.slice(to, to + MAX_CONTEXT),
});

/** The files with every match replaced. In a pattern, `$1` is its first group. */
export function replaceInFiles(
  files: ReadonlyMap<string, string>,
  pattern: RE2JS,
  { replacement, isPattern }: { readonly replacement: string; readonly isPattern: boolean },
): FileChange[] {
  const inserted = isPattern ? replacement : RE2JS.quoteReplacement(replacement);
  return [...files].flatMap(([path, text]) => {
    const lines = text.split('\n').map((line) => pattern.matcher(line).replaceAll(inserted));
    const content = lines.join('\n');
    return content === text ? [] : { path, content };
  });
}
