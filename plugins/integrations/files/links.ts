import { createHmac, timingSafeEqual } from 'node:crypto';
import { NotFound, storeNow } from '@sayso/core';

/** The signature of a link to a private file, as in its query. */
export interface LinkSignature {
  readonly expires?: string | undefined;
  readonly signature?: string | undefined;
}

/** A file, with the signature of a link to a private one. */
export interface FileAddress extends LinkSignature {
  readonly appId: string;
  readonly id: string;
}

const PATH = /^\/api\/files\/([^/]{1,100})\/([^/]{1,100})\/[^/]{1,300}$/;
const URI = /^private\/([^/]{1,100})\/([^/]{1,100})$/;

/** How apps name a private file. */
export function fileUri({ appId, _id }: { readonly appId: string; readonly _id: string }): string {
  return `private/${appId}/${_id}`;
}

/** The id of a private file of the app; other texts are `NotFound`. */
export function fileIdOf(uri: string, appId: string): string {
  const [, of, id] = URI.exec(uri) ?? [];
  if (of !== appId || id === undefined) throw new NotFound('The file');
  return id;
}

/** The file behind an address on the runtime host; null for any other address. */
export function addressIn(url: string, runtimeUrl: string): FileAddress | null {
  const parsed = URL.parse(url, runtimeUrl);
  if (parsed === null || parsed.origin !== new URL(runtimeUrl).origin) return null;
  const [, appId, id] = PATH.exec(parsed.pathname) ?? [];
  if (appId === undefined || id === undefined) return null;
  const value = (name: string) => parsed.searchParams.get(name) ?? undefined;
  return { appId, id, expires: value('expires'), signature: value('signature') };
}

/** Signs and verifies links to private files. */
export class Links {
  readonly #key: Uint8Array;

  constructor(key: Uint8Array) {
    this.#key = key;
  }

  /** The query of a link that is valid for `seconds`. */
  sign(id: string, seconds: number): string {
    const expires = String(Math.ceil(storeNow() / 1000) + seconds);
    return `expires=${expires}&signature=${this.#signature(id, expires)}`;
  }

  /** Seconds until the link ends; null for a forged or expired one. */
  secondsLeft(id: string, { expires, signature }: LinkSignature): number | null {
    if (expires === undefined || signature === undefined || !/^\d{1,12}$/.test(expires)) return null;
    const [expected, given] = [Buffer.from(this.#signature(id, expires)), Buffer.from(signature)];
    if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null;
    const left = Math.floor(Number(expires) - storeNow() / 1000);
    return left > 0 ? left : null;
  }

  #signature(id: string, expires: string): string {
    return createHmac('sha256', this.#key).update(`${expires}\n${id}`).digest('base64url');
  }
}
