import type { ReadBudget } from '@sayso/core';
import type { EntitiesConfig } from '../config.ts';
import type { Delivery } from '../ref.ts';
import { BytesInFlight } from './in-flight.ts';
import { ListTooLarge } from './read-rows.ts';

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

  async read(appId: string, read: (budget: ReadBudget) => Promise<string>, delivery: Delivery): Promise<string> {
    const { QUERY_MAX_MS: ms, LIST_MAX_BYTES: most } = this.#config;
    const small = Math.min(SMALL_BYTES, most);
    try {
      return await this.#within(appId, { ms, bytes: small }, read, delivery);
    } catch (error) {
      if (!(error instanceof ListTooLarge) || small === most) throw error;
      return this.#within(appId, { ms, bytes: most }, read, delivery);
    }
  }

  async #within(appId: string, budget: ReadBudget, read: (budget: ReadBudget) => Promise<string>, delivery: Delivery): Promise<string> {
    const { bytes } = budget;
    const reservation = await this.#inFlight.reserve({ appId, bytes, isLarge: bytes > SMALL_BYTES }, delivery);
    try {
      const text = await read(budget);
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
