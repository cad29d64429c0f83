import type { Catalogue } from './catalogue.ts';

/** Letters with accents that are as readable as the original. */
const accents: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ç',
  e: 'é',
  i: 'í',
  n: 'ñ',
  o: 'ö',
  s: 'š',
  u: 'ü',
  y: 'ý',
  A: 'Á',
  C: 'Ç',
  E: 'É',
  I: 'Í',
  N: 'Ñ',
  O: 'Ö',
  S: 'Š',
  U: 'Ü',
  Y: 'Ý',
};
const growth = 0.4;

/** A text with accents, each word about 40 % longer. Single characters stay. */
export function lengthenedText(text: string): string {
  let missing = 0;
  return text.replace(/\p{L}{2,}/gu, (word) => {
    missing += word.length * growth;
    const more = Math.round(missing);
    missing -= more;
    const accented = [...word].map((letter) => accents[letter] ?? letter).join('');
    return accented + (accented.at(-1) ?? '').repeat(more);
  });
}

/** Types of compiled messages with branches: select, plural, ordinal (`icu-minify`). */
const branching: readonly unknown[] = [1, 2, 3];

/** A node of a compiled message: `[argument]`, `[argument, type, branches]` or `[tag, …children]`. */
function lengthenedNode(node: unknown): unknown {
  if (typeof node === 'string') return lengthenedText(node);
  if (!Array.isArray(node)) return node;
  const [name, type, ...rest] = node as unknown[];
  if (type === undefined) return node;
  if (branching.includes(type)) return [name, type, mapValues(rest[0], lengthenedMessage)];
  return typeof type === 'number' && type !== 0 ? node : [name, ...[type, ...rest].map(lengthenedNode)];
}

function lengthenedMessage(message: unknown): unknown {
  return Array.isArray(message) ? message.map(lengthenedNode) : lengthenedNode(message);
}

const mapValues = (object: unknown, map: (value: unknown) => unknown): unknown =>
  Object.fromEntries(Object.entries(object as object).map(([key, value]) => [key, map(value)]));

function lengthenedTexts(texts: unknown): unknown {
  return typeof texts === 'object' && !Array.isArray(texts) ? mapValues(texts, lengthenedTexts) : lengthenedMessage(texts);
}

/** The pseudo-language of a catalogue whose messages are compiled, as in every build. */
export const lengthened = ({ texts }: Catalogue): Catalogue => ({ texts: lengthenedTexts(texts) as Catalogue['texts'], server: {} });
