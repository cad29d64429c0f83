/** Words of a text in lower case, without punctuation; separators of lists stay as `,`. */
export function tokens(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replace(/[’`]/g, "'")
      .replace(/'s\b/g, '')
      .match(/[\p{L}\p{N}#]+(?:[-'][\p{L}\p{N}]+)*|[,:;.!?]| [-–—] /gu)
      ?.map((token) => (/[\p{L}\p{N}#]/u.test(token) ? token : token.trim())) ?? []
  );
}

export function isWord(token: string): boolean {
  return /[\p{L}\p{N}]/u.test(token);
}

/** `lessons` → `lesson`, for English words in the plural. */
export function singular(word: string): string {
  if (/(?:ss|us|is|news)$/.test(word) || word.length < 4) return word;
  if (/ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|x|z|ss)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

export function plural(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const LETTERS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/** `date of birth` → `DateOfBirth`: a valid name of files and tables. */
export function pascal(text: string): string {
  const plain = text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
  const name = plain
    .split(/[^a-z\d]+/)
    .map(capitalized)
    .join('');
  return /^[A-Z]/.test(name) ? name : `X${name}`;
}

export function camel(text: string): string {
  const name = pascal(text);
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Whether two words differ by one typo behind the first letter: another vowel, or a missing, additional or swapped letter. */
export function isTypo(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1 || Math.min(a.length, b.length) < 6) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [restA, restB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (start === 0 || restA.length > 2 || restB.length > 2) return false;
  // Another consonant makes another word: parking is no packing.
  if (restA.length === 1 && restB.length === 1) return /^[aeiou]{2}$/.test(restA + restB);
  return restA.length + restB.length === 1 || restA === [...restB].reverse().join('');
}

/** `a, b and c`. */
export function listed(items: readonly string[], and: string): string {
  return items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} ${and} ${items.at(-1)}`;
}
