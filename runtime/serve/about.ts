import { hashOf } from '../compile/hash.ts';
import type { PublishedApp } from '../ref.ts';
import { escapeHtml } from './html.ts';

/** Description length that search engines and messengers display. */
const MAX_DESCRIPTION = 200;
/** Dark enough for white letters (contrast above 4.5). */
const COLORS = ['#b4471c', '#1f5673', '#166a39', '#6d3fa0', '#a3195b', '#3f5b16', '#7a4e00', '#2f4fa8'];

/**
 * Metadata of an app for browsers, search engines and link previews, as elements of the head. Escaped, because it is the builder's text. `ownIcon`: a
 * path on the app's origin, for apps without a logo.
 */
export function aboutTags(app: PublishedApp, address: URL, ownIcon: string | null = null): string {
  const title = escapeHtml(app.name);
  const description = escapeHtml(descriptionOf(app));
  const logo = logoOf(app, address);
  const icon = escapeHtml(logo ?? ownIcon ?? letterIcon(app));
  const tags = [
    `<title>${title}</title>`,
    `<meta name="description" content="${description}">`,
    `<meta name="application-name" content="${title}">`,
    '<meta property="og:type" content="website">',
    `<meta property="og:site_name" content="${title}">`,
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${description}">`,
    `<meta property="og:url" content="${escapeHtml(address.origin + address.pathname)}">`,
    '<meta name="twitter:card" content="summary">',
    `<link rel="icon" href="${icon}">`,
  ];
  if (logo !== null) tags.push(`<meta property="og:image" content="${icon}">`, `<link rel="apple-touch-icon" href="${icon}">`);
  return tags.join('\n');
}

function descriptionOf({ name, description }: PublishedApp): string {
  const text = description.replace(/\s+/g, ' ').trim() || `Open ${name} in your browser. There is nothing to install.`;
  if (text.length <= MAX_DESCRIPTION) return text;
  const cut = text
    .slice(0, MAX_DESCRIPTION - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '');
  return `${cut.replace(/\s+\S*$/, '')}…`;
}

/** The absolute URL of the logo: link previews do not resolve relative ones. */
function logoOf({ logoUrl }: PublishedApp, address: URL): string | null {
  return logoUrl && URL.canParse(logoUrl, address) ? new URL(logoUrl, address).href : null;
}

/** The first letter of the name on the app's colour, for apps without a logo. */
function letterIcon({ appId, name }: PublishedApp): string {
  const { segment = '' } =
    [...new Intl.Segmenter().segment(name.trim())].find((part) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(part.segment)) ?? {};
  const color = COLORS[hashOf(appId).charCodeAt(0) % COLORS.length];
  const letter = escapeHtml(segment.toUpperCase());
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${color}"/><text x="16" y="22.5" text-anchor="middle" font-family="system-ui,sans-serif" font-size="18" font-weight="600" fill="#fff">${letter}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
