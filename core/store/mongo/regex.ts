const lineEnd = '\\n\\r\\x{2028}\\x{2029}';
/** What has to be said differently: outside escapes and classes. */
const token = /\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|[.^$]/gu;

/**
 * A JavaScript pattern for MongoDB's engine. There, `$` also matches before a line feed at the end of the text, and only a line feed ends a
 * line; `^` and `$` without the flag `m` stay the start and the end of the text.
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
