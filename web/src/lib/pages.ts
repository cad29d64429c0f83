/** Last segment of a page's URL: the name in lower case without dashes. */
export const pagePath = (name: string): string => name.toLowerCase().replaceAll('-', '');

export interface PageLike {
  readonly name: string;
  readonly path: string;
  readonly isMain: boolean;
}

/** The page that the last segment of a URL names; null when it names none. */
export function pageFor<P extends PageLike>(pages: readonly P[], address: string): P | null {
  const segment = address.split(/[?#]/, 1)[0]?.split('/').filter(Boolean).at(-1);
  if (segment === undefined) return mainPage(pages);
  const wanted = pagePath(decode(segment));
  return pages.find((page) => page.path === wanted || pagePath(page.name) === wanted) ?? null;
}

export const mainPage = <P extends PageLike>(pages: readonly P[]): P | null => pages.find((page) => page.isMain) ?? pages[0] ?? null;

/** Display label of `HabitDetails` and `habit-details`: `Habit details`. */
export function pageLabel(name: string): string {
  const words = name
    .replaceAll(/[-_]+/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .trim()
    .split(/\s+/);
  return words.map((word, index) => (index === 0 ? word.charAt(0).toUpperCase() + word.slice(1) : lower(word))).join(' ');
}

const lower = (word: string): string => (word.length > 1 && word === word.toUpperCase() ? word : word.toLowerCase());

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
