/** The target of a request to the runtime host, by its Host header. */
export type Address =
  | { readonly kind: 'base' }
  | { readonly kind: 'slug'; readonly slug: string }
  | { readonly kind: 'domain'; readonly domain: string };

/** `{slug}.<runtime host>` is an app's own origin, the runtime host itself the base, every other name a custom domain. */
export function addressOf(host: string | undefined, runtimeUrl: string): Address {
  const name = hostName(host ?? '');
  const base = new URL(runtimeUrl).hostname;
  if (name === base || name === '' || isIpAddress(name)) return { kind: 'base' };
  if (!name.endsWith(`.${base}`)) return { kind: 'domain', domain: name };
  const slug = name.slice(0, -base.length - 1);
  // Slugs have no dots: a deeper name belongs to no app.
  return slug.includes('.') ? { kind: 'domain', domain: name } : { kind: 'slug', slug };
}

/** The address of an app's own origin. */
export function originOf(slug: string, runtimeUrl: string): string {
  const url = new URL(runtimeUrl);
  url.hostname = `${slug}.${url.hostname}`;
  return url.origin;
}

function hostName(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
}

function isIpAddress(name: string): boolean {
  return /^\d+(?:\.\d+){3}$/.test(name) || name.startsWith('[');
}
