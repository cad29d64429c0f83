/** The path at which clients of another product begin a log-in, on the origin of each app. */
export const LOGIN_PATH = '/login';

/**
 * Where a log-in or a log-out leads back to: the page of an address on the host of the request, else the start page. A path with its query
 * and fragment, so that it never leaves the origin.
 */
export function pageOf(address: string | undefined, host: string | null): string {
  if (address === undefined || host === null || !URL.canParse(address)) return '/';
  const url = new URL(address);
  const isHere = /^https?:$/.test(url.protocol) && isAt(url, host);
  if (!isHere || url.pathname === LOGIN_PATH) return '/';
  // A path that begins with two slashes would name another host.
  return `/${url.pathname.replace(/^\/+/, '')}${url.search}${url.hash}`;
}

/** The origin that the request was sent to: of the app's addresses, the one with this host. */
export function originAt(host: string | null, addresses: readonly (string | undefined)[]): string | null {
  const urls = addresses.flatMap((address) => (address === undefined ? [] : [new URL(address)]));
  return urls.find((url) => host !== null && isAt(url, host))?.origin ?? null;
}

/** Whether a request to this host came by the address. Proxies may leave out the port, as nginx does by `$host`. */
function isAt(url: URL, host: string): boolean {
  const name = host.toLowerCase();
  return name === url.host || name === url.hostname;
}
