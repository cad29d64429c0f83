type Sentences = Readonly<Record<string, string>>;

interface Pattern {
  readonly matches: RegExp;
  readonly german: string;
}

const patterns = new WeakMap<Sentences, { readonly count: number; readonly all: readonly Pattern[] }>();

/**
 * A text of the server in another language: whole, by a pattern with inserted values, or sentence by sentence, since reports join several. What
 * is not known stays as it is.
 */
export function translated(text: string, known: Sentences): string {
  const whole = one(text, known);
  if (whole !== null) return whole;
  const parts = text.split(/(?<=[.!?]) (?=[\p{Lu}"`])/u);
  if (parts.length < 2) return text;
  const found: string[] = [];
  for (let at = 0; at < parts.length; ) {
    const [length, words] = longest(parts.slice(at), known);
    found.push(words);
    at += length;
  }
  return found.join(' ');
}

/** The translation of as many of the first sentences as are known together. */
function longest(parts: readonly string[], known: Sentences): readonly [length: number, words: string] {
  for (let length = Math.min(parts.length, 4); length > 0; length--) {
    const words = one(parts.slice(0, length).join(' '), known);
    if (words !== null) return [length, words];
  }
  return [1, parts[0] ?? ''];
}

function one(text: string, known: Sentences): string | null {
  if (Object.hasOwn(known, text)) return known[text] ?? null;
  for (const { matches, german } of patternsOf(known)) {
    const values = matches.exec(text);
    if (values !== null) return german.replace(/\{(\d)\}/g, (_whole, at: string) => inserted(values[Number(at)] ?? '', known));
  }
  return null;
}

/** Words of the server within a sentence, and sentences after the number of a row, are known, too; names and numbers stay. */
const inserted = (value: string, known: Sentences): string => one(value, known) ?? value;

/** Those with the most fixed characters first: they say more than others that match, too. */
function patternsOf(known: Sentences): readonly Pattern[] {
  const entries = Object.entries(known);
  const before = patterns.get(known);
  if (before?.count === entries.length) return before.all;
  const all = entries
    .filter(([english]) => english.includes('…'))
    .sort(([a], [b]) => fixed(b) - fixed(a))
    .map(([english, german]) => ({ matches: patternOf(english), german }));
  patterns.set(known, { count: entries.length, all });
  return all;
}

const fixed = (english: string): number => english.replaceAll('…', '').length;

/** A value does not reach over the end of a sentence. */
function patternOf(english: string): RegExp {
  const parts = english.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('((?:(?!\\. \\p{Lu})[^\\n])*?)')}$`, 'u');
}
