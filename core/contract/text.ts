/** Truncates a text to a length without splitting a surrogate pair, which JSON parsers reject. */
export function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}
