/** The beginning of a text, this long at most, and never half of a character that takes two places: JSON readers refuse such. */
export function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}
