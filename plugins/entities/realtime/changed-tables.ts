import { setTimeout as wait } from 'node:timers/promises';
import type { EntitiesContext } from '../config.ts';
import type { RowSet } from '../ref.ts';
import type { RowChange } from './changes.ts';

/** Changes within this time are one item: imports change many rows. */
const GATHER_MS = 500;

type Delivery = { readonly payload: RowChange } | { readonly missed: true };

/**
 * The names of tables of an app whose rows in a set have changed, from the call on; null when that may be any: at the start, and after events
 * were lost.
 */
export async function* changedTables(
  context: Pick<EntitiesContext, 'subscribe'>,
  of: { readonly appId: string; readonly set: RowSet },
  signal: AbortSignal,
): AsyncGenerator<readonly string[] | null> {
  const gathering = new Gathering(of);
  const filled = gathering.fill(context.subscribe('entities.rowChanged', signal));
  // Thrown below, once what was gathered is taken.
  filled.catch(() => undefined);
  yield null;
  for (let item = await gathering.take(); item !== undefined; item = await gathering.take()) yield item;
  await filled;
}

/** Gathers changes until they are taken. */
class Gathering {
  readonly #of: { readonly appId: string; readonly set: RowSet };
  #tables = new Set<string>();
  #isLost = false;
  #isEnded = false;
  #changed = Promise.withResolvers<void>();

  constructor(of: { readonly appId: string; readonly set: RowSet }) {
    this.#of = of;
  }

  /** Resolves when the deliveries end. */
  async fill(deliveries: AsyncIterable<Delivery>): Promise<void> {
    try {
      for await (const delivery of deliveries) this.#note(delivery);
    } finally {
      this.#isEnded = true;
      this.#changed.resolve();
    }
  }

  /** What has changed since the last call, once something has; undefined after the end. */
  async take(): Promise<readonly string[] | null | undefined> {
    await this.#changed.promise;
    if (!this.#isEnded) await wait(GATHER_MS, undefined, { ref: false });
    if (this.#isEnded) return undefined;
    const item = this.#isLost ? null : [...this.#tables];
    this.#tables = new Set();
    this.#isLost = false;
    this.#changed = Promise.withResolvers();
    return item;
  }

  #note(delivery: Delivery): void {
    if ('missed' in delivery) this.#isLost = true;
    else if (delivery.payload.appId === this.#of.appId && delivery.payload.rows === this.#of.set) this.#tables.add(delivery.payload.entity);
    else return;
    this.#changed.resolve();
  }
}
