import { call, connection } from '../connection.ts';
import { ApiError } from '../errors.ts';

export { ApiError as Base44Error };

// The session is kept by the page that hosts the app: an app neither stores nor reads a token by these functions.

export const getAccessToken = (): string | null => connection.token;
export const saveAccessToken = (): boolean => false;
export const removeAccessToken = (): boolean => false;
/** By default back to this page. */
export function getLoginUrl(nextUrl?: unknown): string {
  const url = new URL(`${connection.builderUrl}/apps/${encodeURIComponent(connection.appId)}/login`);
  url.searchParams.set('nextUrl', new URL(typeof nextUrl === 'string' && nextUrl !== '' ? nextUrl : location.href, location.href).href);
  return url.href;
}

interface AxiosOptions {
  readonly baseURL?: string;
}

/** The low-level client with which projects ask for the settings of the app. It calls the app's own API only. */
export function createAxiosClient({ baseURL = '' }: AxiosOptions = {}) {
  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE') => async (url: string, body?: unknown) => {
    if (url.includes('public-settings')) return { id: connection.appId, public_settings: 'public_without_login' };
    const path = `${baseURL}${url}`.replace(/^https?:\/\/[^/]+/, '');
    if (!path.startsWith('/api/apps/')) throw new ApiError(`The app calls "${path}", which is not offered here.`, 501, 'not-offered');
    return call<unknown>({ method, path, ...(method === 'GET' || method === 'DELETE' ? {} : { body }), what: path });
  };
  return { get: send('GET'), post: send('POST'), put: send('PUT'), delete: send('DELETE') };
}
