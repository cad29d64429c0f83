import { z } from 'zod';
import { messageFor, originOf, wrongAddress } from '../errors.ts';

/** A call of better-auth. */
export interface RefusedCall {
  readonly url: string;
  readonly builderUrl: string;
  /** Of the page that called; null when it is unknown. */
  readonly origin?: string | null;
}

/** Maps an error response of better-auth to the code and the message of the specification. */
export function refusalOf(
  status: number,
  text: string,
  { url, builderUrl, origin = null }: RefusedCall,
): { readonly code: string; readonly message: string } {
  const path = new URL(url, 'http://localhost').pathname.replace(/^\/api\/auth/, '');
  const parsed = z.object({ message: z.string().optional(), code: z.string().optional() }).safeParse(safeJson(text));
  const code = status === 429 ? 'TOO_MANY_REQUESTS' : (parsed.success && parsed.data.code) || 'AUTHENTICATION_FAILED';
  const fallback = (parsed.success && parsed.data.message) || 'Something went wrong, please try again.';
  const message = code === 'INVALID_ORIGIN' ? wrongAddress(builderUrl, originOf(origin)) : messageFor(path, code, fallback);
  return { code, message };
}

export function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
