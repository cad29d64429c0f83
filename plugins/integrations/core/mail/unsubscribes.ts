import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Collection, NotFound, storeTime } from '@sayso/core';
import type { UnsubscribeDocument } from '../../collections.ts';

const TOKEN = /^([\w-]{22})\.([\w-]{22})$/;

/** Addresses that want no more mail of an app. They are kept as keyed digests: neither the store nor a link names them. */
export class Unsubscribes {
  readonly #documents: Collection<UnsubscribeDocument>;
  readonly #key: Uint8Array;
  readonly #runtimeUrl: string;

  constructor(documents: Collection<UnsubscribeDocument>, { key, runtimeUrl }: { readonly key: Uint8Array; readonly runtimeUrl: string }) {
    this.#documents = documents;
    this.#key = key;
    this.#runtimeUrl = runtimeUrl;
  }

  /** For the recipient alone: any holder of the link unsubscribes this address. It does not expire, like the mail that it is in. */
  link(appId: string, address: string): string {
    const digest = this.#digest(`address ${appId} ${address.toLowerCase()}`);
    return `${this.#runtimeUrl}/api/mail/${encodeURIComponent(appId)}/unsubscribe/${digest}.${this.#signature(appId, digest)}`;
  }

  async has(appId: string, address: string): Promise<boolean> {
    const digest = this.#digest(`address ${appId} ${address.toLowerCase()}`);
    return (await this.#documents.findOne({ _id: `${appId} ${digest}` })) !== null;
  }

  /** Whether the recipient of this link gets mail. `NotFound` for a forged link. */
  async isSubscribed(appId: string, token: string): Promise<boolean> {
    return (await this.#documents.findOne({ _id: this.#id(appId, token) })) === null;
  }

  /** Throws `NotFound` for a forged link. Repeated calls change nothing. */
  async unsubscribe(appId: string, token: string): Promise<void> {
    const _id = this.#id(appId, token);
    await this.#documents.replaceOne({ _id }, { _id, appId, at: storeTime() }, { upsert: true });
  }

  /** Takes it back. */
  async subscribe(appId: string, token: string): Promise<void> {
    await this.#documents.deleteOne({ _id: this.#id(appId, token) });
  }

  async removeApp(appId: string): Promise<void> {
    await this.#documents.deleteMany({ appId });
  }

  #id(appId: string, token: string): string {
    const [, digest = '', signature = ''] = TOKEN.exec(token) ?? [];
    const [expected, given] = [Buffer.from(this.#signature(appId, digest)), Buffer.from(signature)];
    if (expected.length !== given.length || !timingSafeEqual(expected, given)) throw new NotFound('The link');
    return `${appId} ${digest}`;
  }

  #signature(appId: string, digest: string): string {
    return this.#digest(`link ${appId} ${digest}`);
  }

  #digest(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url').slice(0, 22);
  }
}
