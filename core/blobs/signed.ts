import { createHmac, timingSafeEqual } from 'node:crypto';
import { BlobNotFound, storeNow } from '../contract/index.ts';
import type { BlobStore } from '../ports/blobs.ts';

/** `expires` is in seconds since 1970. */
export function signedLink(link: { readonly publicUrl: string; readonly key: string; readonly expires: number }, key: Uint8Array): string {
  const signature = sign(link.key, String(link.expires), key);
  return `${link.publicUrl}/api/blobs/${link.key}?expires=${link.expires}&signature=${signature}`;
}

/**
 * The object of a signed link; null when the link is forged, expired or malformed, or the object does not exist, without revealing which.
 * `request` holds the parts of the link, `range` is in bytes, both ends inclusive. Throws `InvalidInput` for a range outside the object.
 */
export async function readSignedBlob(
  store: BlobStore,
  request: { readonly key: string; readonly expires: string; readonly signature: string },
  key: Uint8Array,
  range?: readonly [number, number],
): Promise<{
  readonly stream: ReadableStream<Uint8Array>;
  readonly stat: { readonly size: number; readonly contentType?: string };
} | null> {
  if (!isSigned(request, key)) return null;
  const slash = request.key.indexOf('/');
  const blobs = store.scope(request.key.slice(0, slash));
  const name = request.key.slice(slash + 1);
  const stat = await blobs.stat(name);
  if (!stat) return null;
  try {
    return { stream: await blobs.get(name, range ? { range } : {}), stat };
  } catch (error) {
    if (error instanceof BlobNotFound) return null;
    throw error;
  }
}

function isSigned({ key: name, expires, signature }: { key: string; expires: string; signature: string }, key: Uint8Array): boolean {
  const expected = Buffer.from(sign(name, expires, key));
  const given = Buffer.from(signature);
  return (
    expected.length === given.length &&
    timingSafeEqual(expected, given) &&
    /^\d{1,12}$/.test(expires) &&
    Number(expires) * 1000 > storeNow()
  );
}

function sign(name: string, expires: string, key: Uint8Array): string {
  return createHmac('sha256', key).update(`${expires}\n${name}`).digest('hex');
}
