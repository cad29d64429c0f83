/** Why a slug is invalid; null when it is valid. */
export function slugProblem(slug: string): string | null {
  if (slug.length < 3 || slug.length > 40) return 'Use 3 to 40 characters.';
  if (!/^[a-z\d-]+$/.test(slug)) return 'Use lower-case letters, numbers and dashes only.';
  if (slug.startsWith('-') || slug.endsWith('-')) return 'Start and end with a letter or a number.';
  return null;
}

/** Turns typed text into a slug: `My App` becomes `my-app`. */
export const asSlug = (typed: string): string => typed.toLowerCase().replaceAll(/[\s_]+/g, '-');

/** Splits a URL around the slug, for display beside the field. */
export function addressParts(url: string, slug: string): { readonly before: string; readonly after: string } {
  const shown = url.replace(/^https?:\/\//, '');
  // As a whole segment; the last match when the host contains the same word.
  const found = new RegExp(`^(.*/|)${slug}([.:/].*|)$`).exec(shown);
  return { before: found?.[1] ?? '', after: found?.[2] ?? '' };
}
