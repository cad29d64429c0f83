import type { Files } from '../ref.ts';

/**
 * Services of pictures that projects name in their code or in rows: the author of an app cannot read the requests to these servers, so an
 * address there sends the author nothing. Hosts whose customers see their requests, such as storage by account, are not among them.
 */
const SERVICES: readonly string[] = `
api.dicebear.com api.qrserver.com avatars.githubusercontent.com cdn-icons-png.flaticon.com cdn.pixabay.com cdn.shopify.com
cdnjs.cloudflare.com dummyimage.com fastly.picsum.photos flagcdn.com flagsapi.com grainy-gradients.vercel.app i.pravatar.cc
i.vimeocdn.com i.ytimg.com image.tmdb.org images.pexels.com images.unsplash.com img.icons8.com img.youtube.com lh3.googleusercontent.com
logo.clearbit.com openweathermap.org picsum.photos placehold.co placekitten.com plus.unsplash.com quickchart.io randomuser.me
raw.githubusercontent.com robohash.org secure.gravatar.com source.unsplash.com static.wixstatic.com tile.openstreetmap.org ui-avatars.com
unpkg.com upload.wikimedia.org via.placeholder.com www.gravatar.com www.transparenttextures.com
`
  .trim()
  .split(/\s+/);
/** Maps name one of several servers: `{s}.tile.openstreetmap.org`. */
const FAMILIES: readonly string[] = ['*.tile.openstreetmap.org', '*.basemaps.cartocdn.com'];
/** Services that answer with a redirect to another host. */
const REDIRECTS: Readonly<Record<string, readonly string[]>> = {
  'picsum.photos': ['fastly.picsum.photos'],
  'source.unsplash.com': ['images.unsplash.com'],
};
/** Named by rows at least as often as by code. */
const IN_ROWS: readonly string[] = `
fastly.picsum.photos i.pravatar.cc images.pexels.com images.unsplash.com lh3.googleusercontent.com picsum.photos placehold.co ui-avatars.com
via.placeholder.com
`
  .trim()
  .split(/\s+/);
/** Where Base44 keeps the pictures of its apps, for all of them alike: rows name these hosts, too. */
const OF_BASE44: readonly string[] = ['media.base44.com', 'qtrypzzcjebvfcihiynt.supabase.co'];

const HOST = /\/\/((?:\{\w\}\.|\$\{\w{1,20}\}\.)?(?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,20})(?=[/?#"'`\s)]|$)/gi;

/** The services of pictures that the code of a project names, and those that rows do. */
export function pictureHostsOf(files: Files): readonly string[] {
  const texts = Object.values(files).filter((text) => !text.startsWith('data:'));
  const named = new Set(texts.flatMap((text) => [...text.matchAll(HOST)].map(([, host = '']) => host.toLowerCase())));
  const isOf = (family: string) => [...named].some((host) => host.endsWith(family.slice(1)));
  const found = SERVICES.filter((host) => named.has(host)).flatMap((host) => [host, ...(REDIRECTS[host] ?? [])]);
  const ofBase44 = texts.some((text) => text.includes('base44')) ? OF_BASE44 : [];
  return [...new Set([...IN_ROWS, ...found, ...FAMILIES.filter(isOf), ...ofBase44])].sort();
}
