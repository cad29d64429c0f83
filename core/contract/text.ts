/** The entries of a comma-separated list, trimmed and without empty ones. */
export function listOf(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** Truncates a text to a length without splitting a surrogate pair, which JSON parsers reject. */
export function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}
