import { type Actor, TooManyRequests } from '@sayso/core';
import type { EntitiesConfig } from '../config.ts';
import { TooManyStreams } from '../errors.ts';

type Settings = Pick<EntitiesConfig, 'STREAMS_PER_APP' | 'STREAMS_PER_ACCOUNT' | 'STREAMS_PER_ADDRESS'>;

/** Counts the open streams of this process. */
export class StreamLimits {
  readonly #settings: Settings;
  readonly #open = new Map<string, number>();

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Counts a stream until the returned function is called. Throws `TooManyRequests` or `TooManyStreams`. */
  take(appId: string, actor: Actor, address: string): () => void {
    const { STREAMS_PER_APP, STREAMS_PER_ACCOUNT, STREAMS_PER_ADDRESS } = this.#settings;
    const id = actor.kind === 'anonymous' ? null : actor.id;
    const caller = id === null ? `address ${address}` : `account ${id}`;
    const app = `app ${appId}`;
    if (this.#count(caller) >= (id === null ? STREAMS_PER_ADDRESS : STREAMS_PER_ACCOUNT))
      throw new TooManyRequests('Too many live streams are open. Please close some first.');
    if (this.#count(app) >= STREAMS_PER_APP) throw new TooManyStreams();
    for (const key of [caller, app]) this.#open.set(key, this.#count(key) + 1);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      for (const key of [caller, app]) this.#release(key);
    };
  }

  #count(key: string): number {
    return this.#open.get(key) ?? 0;
  }

  #release(key: string): void {
    const left = this.#count(key) - 1;
    if (left > 0) this.#open.set(key, left);
    else this.#open.delete(key);
  }
}
