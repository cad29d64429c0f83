const irregular: Readonly<Record<string, string>> = {
  people: 'person',
  children: 'child',
  men: 'man',
  women: 'woman',
  mice: 'mouse',
  feet: 'foot',
  shelves: 'shelf',
  knives: 'knife',
  lives: 'life',
  leaves: 'leaf',
  movies: 'movie',
  cookies: 'cookie',
  series: 'series',
  skis: 'ski',
  menus: 'menu',
  species: 'species',
  news: 'news',
  expenses: 'expense',
  courses: 'course',
  purchases: 'purchase',
  cases: 'case',
  houses: 'house',
  nurses: 'nurse',
  exercises: 'exercise',
  databases: 'database',
  responses: 'response',
  leases: 'lease',
  releases: 'release',
  warehouses: 'warehouse',
  horses: 'horse',
  vases: 'vase',
  phases: 'phase',
  dishes: 'dish',
  photos: 'photo',
  lenses: 'lens',
  'check-ins': 'check-in',
  analyses: 'analysis',
};
const plurals = Object.fromEntries(Object.entries(irregular).map(([plural, singular]) => [singular, plural]));
/** Never take an s off these. */
const singularS = /(ss|us|is|ous|news|series|species|gas|bus|yes|pilates|fitness|analytics|lens)$/;
/** Not counted: their plural is themselves. */
const mass = new Set([
  'feedback',
  'inventory',
  'equipment',
  'stock',
  'staff',
  'income',
  'homework',
  'content',
  'furniture',
  'software',
  'luggage',
  'gear',
  'attendance',
  'parking',
]);

/** `photo shoots` → `photo shoot`; only the last word changes. */
export function singular(phrase: string): string {
  return lastWord(phrase, (word) => {
    const known = irregular[word];
    if (known) return known;
    if (word.length < 4 || singularS.test(word) || !word.endsWith('s')) return word;
    if (/ies$/.test(word)) return `${word.slice(0, -3)}y`;
    if (/(ch|sh|x|z|ss)es$/.test(word)) return word.slice(0, -2);
    return word.slice(0, -1);
  });
}

/** `photo shoot` → `photo shoots`. */
export function plural(phrase: string): string {
  return lastWord(phrase, (word) => {
    const known = plurals[word];
    if (known) return known;
    if (mass.has(word)) return word;
    if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
    return /(s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
  });
}

function lastWord(phrase: string, change: (word: string) => string): string {
  const at = phrase.lastIndexOf(' ') + 1;
  return phrase.slice(0, at) + change(phrase.slice(at));
}

const fillers = new Set([
  'a',
  'an',
  'the',
  'my',
  'our',
  'your',
  'their',
  'its',
  'some',
  'all',
  'each',
  'every',
  'optional',
  'also',
  'and',
  'or',
  'of',
  'for',
  'with',
  'plus',
  'new',
  'simple',
  'basic',
  'different',
  'various',
  'several',
  'nice',
  'field',
  'fields',
  'column',
  'columns',
  'called',
  'named',
]);

/** The words of a phrase without articles and the like at its ends; case kept off. */
export function words(phrase: string): string[] {
  const all = phrase
    .toLowerCase()
    .replace(/[^\p{L}\p{N}'’&\-/ ]+/gu, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');
  while (all.length > 0 && fillers.has(all[0] ?? '')) all.shift();
  while (all.length > 1 && fillers.has(all.at(-1) ?? '')) all.pop();
  return all;
}

/** `a, b and c` → three parts; commas inside brackets do not part. */
export function splitList(text: string): string[] {
  return text
    .replace(
      /\(([^)]*)\)/g,
      (_, inner: string) =>
        `(${inner
          .replace(/,/g, '\uE001')
          .replace(/\band\b/g, '\uE002')
          .replace(/\bor\b/g, '\uE003')})`,
    )
    .split(/\s*(?:,\s*(?:and|plus|as well as)\s+|,|;|\n\s*[-*•]?\s*|\s+and\s+|\s+plus\s+|\s+as well as\s+|\s+\+\s+|\s*&\s+)\s*/i)
    .map((part) =>
      part
        .replace(/\uE001/g, ',')
        .replace(/\uE002/g, 'and')
        .replace(/\uE003/g, 'or')
        .replace(/^[-*•\s]+|[.!?\s]+$/g, ''),
    )
    .filter((part) => part !== '');
}
