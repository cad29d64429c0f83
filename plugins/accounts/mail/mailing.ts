import { AsyncLocalStorage } from 'node:async_hooks';
import type { MailLink } from '../collections.ts';
import type { Mail } from '../ref.ts';
import type { Outbox } from './outbox.ts';

interface Call {
  readonly id: string | undefined;
  /** Why a mail could not be stored. */
  failure: unknown;
}

/** better-auth logs errors of its mail callbacks and answers as if the mail had been sent. Calls that run in here reject instead. */
export class Mailing {
  readonly #outbox: Outbox;
  readonly #calls = new AsyncLocalStorage<Call>();

  constructor(outbox: Outbox) {
    this.#outbox = outbox;
  }

  /** `id` makes the call idempotent: however often it is repeated, its mail is stored once. */
  async run<T>(call: () => Promise<T>, id?: string): Promise<T> {
    const current: Call = { id, failure: null };
    const result = await this.#calls.run(current, call);
    if (current.failure !== null) throw current.failure;
    return result;
  }

  /** better-auth's mail callback. `link`: the one in the mail, which is not sent once that has ended. */
  async send(mail: Mail, link?: MailLink): Promise<void> {
    const call = this.#calls.getStore();
    try {
      await this.#outbox.add(mail, { ...(call?.id === undefined ? {} : { id: call.id }), ...(link === undefined ? {} : { link }) });
    } catch (error) {
      if (call) call.failure = error;
      throw error;
    }
  }
}
