import type { Accent, Plan } from './plan.ts';

const colours: readonly (readonly [RegExp, Accent])[] = [
  [/\b(emerald|green|lime|mint|forest)\b/, 'emerald'],
  [/\b(teal|turquoise|cyan|aqua)\b/, 'teal'],
  [/\b(sky|light blue|azure)\b/, 'sky'],
  [/\b(blue|navy)\b/, 'blue'],
  [/\bindigo\b/, 'indigo'],
  [/\b(violet|purple|lavender|lilac)\b/, 'violet'],
  [/\b(rose|pink|red|crimson|magenta)\b/, 'rose'],
  [/\b(orange|coral|terracotta)\b/, 'orange'],
  [/\b(amber|yellow|gold|golden)\b/, 'amber'],
  [/\b(stone|gr[ae]y|black|neutral|monochrome|brown|slate)\b/, 'stone'],
];

/** The accent that a request names; null when it names none. Colours of things (`red wine`, `blue cross`) are not meant. */
export function colourIn(text: string): Accent | null {
  const asked =
    /\b(?:in|use|uses|using|with|make (?:it|everything|the (?:app|buttons?|colou?rs?|header|page|design|theme|accent|links?|background|headings?))|to|theme(?: is)?|accent(?: colou?r)?(?: is)?)\s+(?:a |an |the )?(?:(?:nice|bright|soft|warm|dark|deep|light|more)\s+)*([a-z ]+)/g;
  for (const [, words = ''] of text.matchAll(asked)) {
    const first = words.split(' ').slice(0, 2).join(' ');
    const found = colours.find(([pattern]) => new RegExp(`^(?:${pattern.source})`).test(first));
    if (found && !/^(?:red|white) wine/.test(first)) return found[1];
  }
  const themed = /\b([a-z]+)\s+(?:theme|accent|colou?rs?|buttons?|design)\b/.exec(text)?.[1];
  return colours.find(([pattern]) => themed !== undefined && pattern.test(themed))?.[1] ?? null;
}

/** Dark or light, when a request says so. */
export function themeIn(text: string): Plan['theme'] | null {
  if (
    /\bdark (?:mode|theme|design|background|colou?rs?)|make (?:it|everything|the app) (?:look )?dark\b|in dark\b|\bdark\b(?=[.!]?$)/.test(
      text,
    )
  )
    return 'dark';
  return /\blight (?:mode|theme|design|background)|make (?:it|everything|the app) (?:look )?(?:light|bright)\b|\blight\b(?=[.!]?$)/.test(
    text,
  )
    ? 'light'
    : null;
}
