import { fieldKinds } from '../lexicon/fields.ts';
import { spellings } from '../lexicon/spellings.ts';
import { vocabulary } from '../tables.ts';

/** One line in lower case, with plain quotes, lists as commas, known words as they are spelled, and without the courtesies at its end. */
export function plainOf(request: string): string {
  const line = request
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/[“”]/g, '"')
    .trim()
    .replace(/:\s*\n\s*[-*•]?\s*/g, ': ')
    .replace(/\s*\n\s*[-*•]\s*/g, ', ')
    .replace(/([.,;:!?])?\s*\n\s*/g, (_, mark: string | undefined) => `${mark ?? '.'} `)
    .replace(/\s+/g, ' ')
    .replace(/(?:[,.!]?\s*\b(?:please|thanks|thank you|thx|pls|cheers)\b)+[.!\s]*$/, '')
    .replace(/\s+(?:please|pls|plz)\b/g, '')
    .replace(/\bto[ -]do(?= ?(?:lists?|apps?|manager|board|tracker|s\b|$|[,.:]))/g, 'todo')
    .replace(/\b4 (?=my|our|a|the)\b/g, 'for ')
    // No diagrams.
    .replace(/\b(chore|job|reward|sticker|behaviou?r|seating) charts?\b/g, '$1 list')
    .replace(/\b[a-z]{4,}\b/g, spelled);
  return line.includes(':') ? line : line.replace(/\s[-–—]+\s/, ': ');
}

/** A word as the lexicon spells it, when it is close to exactly one of its longer words. */
function spelled(word: string): string {
  const known = spellings[word];
  if (known) return known;
  if (word.length < 7 || vocabulary.has(word) || fieldKinds.some(([pattern]) => pattern.test(word))) return word;
  const near = longWords.filter((one) => one[0] === word[0] && isSlip(word, one));
  return near.length === 1 ? (near[0] ?? word) : word;
}

const longWords = [...vocabulary].filter((word) => word.length >= 7);

/** One letter too many, too few or doubled, or two that changed places; a different letter makes another word: `contracts`, `contacts`. */
function isSlip(a: string, b: string): boolean {
  if (a.length === b.length) {
    const at = [...a].findIndex((letter, index) => letter !== b[index]);
    return at >= 0 && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
  }
  const [long, short] = a.length > b.length ? [a, b] : [b, a];
  if (long.length - short.length !== 1) return false;
  const at = [...short].findIndex((letter, index) => letter !== long[index]);
  const cut = at < 0 ? long.length - 1 : at;
  const letter = long[cut] ?? '';
  // A dropped vowel or one of a pair is a slip; a consonant more or less is mostly another word.
  return long.slice(cut + 1) === short.slice(cut) && (/[aeiou]/.test(letter) || long[cut - 1] === letter || long[cut + 1] === letter);
}
