import type { Plan } from '../plan.ts';

/** What makes apps of different trades look different, beside their colour. */
export interface Character {
  /** The first screen's heading: on a tint, on the full colour, or on nothing. */
  readonly hero: 'tint' | 'solid' | 'plain';
  /** The bar beside or above the pages: as quiet as they are, or in the app's colour. */
  readonly bar: 'quiet' | 'bold';
  readonly headings: 'sans' | 'serif';
}

/** Trades of the table, the page and the occasion, where headings may have serifs. */
const bookish = new Set(
  'BookHeart BookOpen Brush Cake ChefHat Church Coffee Croissant Flower Flower2 Gem HeartHandshake Images LibraryBig Milk Newspaper NotebookPen Palette Plane Quote Scale Sprout UtensilsCrossed Utensils Wine'.split(
    ' ',
  ),
);
const looks: readonly Omit<Character, 'headings'>[] = [
  { hero: 'tint', bar: 'quiet' },
  { hero: 'solid', bar: 'quiet' },
  { hero: 'plain', bar: 'bold' },
];

/** The same each time for the same app: its icon stays, whatever else is changed. */
export function characterOf({ icon }: Plan): Character {
  const own = icon.replace(/Icon$/, '');
  const sum = [...own].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  const look = looks[sum % looks.length] ?? { hero: 'tint', bar: 'quiet' };
  return { ...look, headings: bookish.has(own) ? 'serif' : 'sans' };
}
