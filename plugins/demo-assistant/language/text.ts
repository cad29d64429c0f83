import { distance } from 'fastest-levenshtein';
import pluralize from 'pluralize';

export const { plural } = pluralize;

/** `lessons` → `lesson`, for English words; not the singular of German ones: `Haus`, `Preis`. */
export function singular(word: string): string {
  return /^.{0,3}$|(?:aus|is)$/i.test(word) ? word : pluralize.singular(word);
}

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
  if (a === b || a[0] !== b[0] || Math.min(a.length, b.length) < 6) return false;
  const edits = distance(a, b);
  if (a.length !== b.length) return edits === 1;
  // Another consonant makes another word: parking is no packing.
  const [restA, restB] = [a, b].map((word) => word.replace(/[aeiou]/g, ''));
  return (edits === 1 && restA === restB) || (edits === 2 && isSwapped(a, b));
}

function isSwapped(a: string, b: string): boolean {
  const at = [...a].findIndex((letter, index) => letter !== b[index]);
  return a.slice(at, at + 2) === `${b[at + 1]}${b[at]}`;
}

const DIMENSIONS = 256;

/** Hashes words into a unit vector (feature hashing): finds texts with common words, without a model. */
export function embedText(text: string): number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const place = hash(word) % DIMENSIONS;
    vector[place] = (vector[place] ?? 0) + 1;
  }
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

/** FNV-1a, 32 bits. */
function hash(word: string): number {
  let value = 0x811c9dc5;
  for (const letter of word) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return value;
}
