import { translator } from '../../i18n/language.ts';
/** Why a slug is invalid; null when it is valid. */
export function slugProblem(slug: string): string | null {
  const t = translator();
  if (slug.length < 3 || slug.length > 40) return t('publish.slug.length');
  if (!/^[a-z\d-]+$/.test(slug)) return t('publish.slug.characters');
  if (slug.startsWith('-') || slug.endsWith('-')) return t('publish.slug.ends');
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
