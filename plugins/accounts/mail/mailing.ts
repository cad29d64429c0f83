import { AsyncLocalStorage } from 'node:async_hooks';
import type { Mail } from '../ref.ts';
import type { Outbox } from './outbox.ts';

interface Call {
  readonly id: string | undefined;
  /** Why a mail could not be stored. */
  failure: unknown;
}

/** Calls of better-auth that send mail: it logs what a mail callback throws and answers as if the mail had been sent. Here they reject. */
export class Mailing {
  readonly #outbox: Outbox;
  readonly #calls = new AsyncLocalStorage<Call>();

  constructor(outbox: Outbox) {
    this.#outbox = outbox;
  }

  /** With an `id`, the mail of this call is stored once, however often the call is repeated. */
  async run<T>(call: () => Promise<T>, id?: string): Promise<T> {
    const current: Call = { id, failure: null };
    const result = await this.#calls.run(current, call);
    if (current.failure !== null) throw current.failure;
    return result;
  }

  /** The callback of better-auth. */
  async send(mail: Mail): Promise<void> {
    const call = this.#calls.getStore();
    try {
      await this.#outbox.add(mail, call?.id);
    } catch (error) {
      if (call) call.failure = error;
      throw error;
    }
  }
}
