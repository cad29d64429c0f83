const lineEnd = '\\n\\r\\x{2028}\\x{2029}';
/** `.`, `^` and `$` need translation; escapes and character classes match first, to skip them. */
const token = /\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|[.^$]/gu;

/**
 * Translates a JavaScript pattern to PCRE. In PCRE `$` also matches before a trailing line feed, and only a line feed ends a line. Without
 * the flag `m`, `^` and `$` match only the start and the end of the text.
 */
export function toPcre(source: string, flags: string): string {
  const isMultiline = flags.includes('m');
  return source.replace(token, (part) => {
    if (part === '.' && !flags.includes('s')) return `[^${lineEnd}]`;
    if (part === '$') return isMultiline ? `(?=[${lineEnd}]|\\z)` : '\\z';
    if (part === '^' && isMultiline) return `(?<![^${lineEnd}])`;
    return part;
  });
}
