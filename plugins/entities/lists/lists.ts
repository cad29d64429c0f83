import type { ReadBudget } from '@sayso/core';
import type { EntitiesConfig } from '../config.ts';
import type { Scope } from '../permissions/scope.ts';
import type { Delivery } from '../ref.ts';
import { BytesInFlight } from './in-flight.ts';
import { budgetOf, ListTooLarge } from './read-rows.ts';

/** Most lists are smaller. A larger one is read again once there is room for the maximum. */
const SMALL_BYTES = 1_000_000;

/** Reads lists of rows, as JSON, within the process's budget of bytes in flight. */
export class Lists {
  readonly #config: EntitiesConfig;
  readonly #inFlight: BytesInFlight;

  constructor(config: EntitiesConfig) {
    this.#config = config;
    this.#inFlight = new BytesInFlight(config.LISTS_MAX_BYTES);
  }

  async read(scope: Scope, read: (budget: ReadBudget) => Promise<string>, delivery: Delivery): Promise<string> {
    const { LIST_MAX_BYTES: most } = this.#config;
    const small = Math.min(SMALL_BYTES, most);
    try {
      return await this.#within(scope, small, read, delivery);
    } catch (error) {
      if (!(error instanceof ListTooLarge) || small === most) throw error;
      return this.#within(scope, most, read, delivery);
    }
  }

  async #within(scope: Scope, bytes: number, read: (budget: ReadBudget) => Promise<string>, delivery: Delivery): Promise<string> {
    const reservation = await this.#inFlight.reserve({ tenant: scope.ownerId, bytes, isLarge: bytes > SMALL_BYTES }, delivery);
    try {
      const text = await read(budgetOf(scope, this.#config, bytes));
      reservation.shrink(Buffer.byteLength(text));
      if (delivery.whenSent) delivery.whenSent(reservation.release);
      else reservation.release();
      return text;
    } catch (error) {
      reservation.release();
      throw error;
    }
  }
}
