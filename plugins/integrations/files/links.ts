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

const PATH = /^(?:https?:\/\/[^/]{1,300})?\/api\/files\/(?:([^/]{1,100})\/)?([^/]{1,100})\/[^/]{1,300}$/;
const URI = /^private\/([^/]{1,100})\/([^/]{1,100})$/;

/** How apps name a private file. */
export function fileUri({ appId, id }: { readonly appId: string; readonly id: string }): string {
  return `private/${appId}/${id}`;
}

/** The parts of the URI of a private file; other texts are `NotFound`. */
export function partsOfUri(uri: string): Pick<FileAddress, 'appId' | 'id'> {
  const [, appId, id] = URI.exec(uri) ?? [];
  if (appId === undefined || id === undefined) throw new NotFound('The file');
  return { appId, id };
}

/** The file behind its path, or behind its address at whatever host; null for any other text. `appId`: of a path that names none. */
export function addressIn(url: string, appId: string): FileAddress | null {
  const [path = '', search = ''] = url.split('#')[0]?.split('?') ?? [];
  const [, named = appId, id] = PATH.exec(path) ?? [];
  if (id === undefined) return null;
  const query = new URLSearchParams(search);
  const value = (name: string) => query.get(name) ?? undefined;
  return { appId: named, id, expires: value('expires'), signature: value('signature') };
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
