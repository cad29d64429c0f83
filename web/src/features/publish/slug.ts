/** Why an address cannot be used; null when it can. */
export function slugProblem(slug: string): string | null {
  if (slug.length < 3 || slug.length > 40) return 'Use 3 to 40 characters.';
  if (!/^[a-z\d-]+$/.test(slug)) return 'Use lower-case letters, numbers and dashes only.';
  if (slug.startsWith('-') || slug.endsWith('-')) return 'Start and end with a letter or a number.';
  return null;
}

/** What people type, as an address: `My App` becomes `my-app`. */
export const asSlug = (typed: string): string => typed.toLowerCase().replaceAll(/[\s_]+/g, '-');

/** An address in two parts: the app's own one and what all apps share; for display beside the field. */
export function addressParts(url: string, slug: string): { readonly before: string; readonly after: string } {
  const shown = url.replace(/^https?:\/\//, '');
  // As a whole part, at the end when the host has the same word.
  const found = new RegExp(`^(.*/|)${slug}([.:/].*|)$`).exec(shown);
  return { before: found?.[1] ?? '', after: found?.[2] ?? '' };
}
