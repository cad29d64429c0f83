const IRREGULAR: Readonly<Record<string, string>> = {
  child: 'children',
  man: 'men',
  person: 'people',
  woman: 'women',
};
/** Words that have no plural, or whose plural is the same. */
const UNCHANGED = new Set(['equipment', 'feedback', 'information', 'inventory', 'music', 'news', 'series', 'staff']);

/** What the rows of a table are called in a sentence: `TodoItem` → `todo items`. */
export function rowsInWords(table: string): string {
  const words = table
    .replace(/[_-]+/g, ' ')
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .trim()
    .split(/\s+/)
    .map((word) => (/^\p{Lu}{2,}/u.test(word) ? word : word.toLowerCase()));
  const last = words.pop() ?? '';
  return [...words, plural(last)].join(' ');
}

/** English plural; words in other letters, or in the plural already, stay. */
function plural(word: string): string {
  const irregular = IRREGULAR[word];
  if (irregular !== undefined) return irregular;
  if (UNCHANGED.has(word) || !/^[A-Za-z]+$/.test(word) || /[^su]s$/.test(word)) return word;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}
