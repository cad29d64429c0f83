import {
  type Collection,
  LimitReached,
  type LimitSpec,
  type Limits,
  storeNow,
  type Take,
  type Taken,
  type TakeOptions,
} from '../contract/index.ts';
import type { LimitCounts, LimitOwner } from '../ports/limits.ts';
import type { Store } from '../ports/store.ts';
import { type CountDocument, counts } from './count.ts';
import { Counter } from './counter.ts';
import { windowAt } from './window.ts';

export interface LimitsOptions {
  readonly store: Pick<Store, 'open'>;
  /** The time in milliseconds. Default: that of the store. */
  readonly now?: () => number;
}

/** Opens the counts with the first call: plugins without limits need no collection. */
export function openLimits({ store, now = storeNow }: LimitsOptions): LimitCounts {
  let opened: Promise<Collection<CountDocument>> | undefined;
  const open = () => {
    opened ??= store.open('limits', counts);
    return opened;
  };
  return { of: (owner) => new PluginLimits(owner, open, now) };
}

const NOTHING: Taken = { isNew: true, refund: async () => undefined };

/** The limits of one plugin. */
class PluginLimits implements Limits {
  readonly #owner: LimitOwner;
  readonly #open: () => Promise<Collection<CountDocument>>;
  readonly #now: () => number;

  constructor(owner: LimitOwner, open: () => Promise<Collection<CountDocument>>, now: () => number) {
    this.#owner = owner;
    this.#open = open;
    this.#now = now;
  }

  async take(key: string, subject: string, amount: number, options: TakeOptions = {}): Promise<Taken> {
    const spec = this.#spec(key);
    if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`The amount ${amount} of "${key}" is no whole number.`);
    const most = options.most ?? this.most(key);
    if (most === Number.POSITIVE_INFINITY || amount === 0) return NOTHING;
    const counter = await this.#counter(key, subject);
    const { idempotencyKey, existing } = options;
    const result = await counter.take({ amount, most, idempotencyKey, existing });
    if (result === 'full') throw (options.refusal ?? spec.refusal ?? ((limit: number) => new LimitReached(spec.words, limit)))(most);
    if (result === 'repeated') return { ...NOTHING, isNew: false };
    let isRefunded = false;
    return {
      isNew: true,
      async refund() {
        if (isRefunded) return;
        isRefunded = true;
        await counter.release(amount, idempotencyKey);
      },
    };
  }

  async takeAll(takes: readonly Take[]): Promise<Taken> {
    const taken: Taken[] = [];
    const refund = async () => {
      for (const one of taken.splice(0)) await one.refund();
    };
    try {
      for (const { key, subject, amount, ...options } of takes) taken.push(await this.take(key, subject, amount, options));
    } catch (error) {
      await refund();
      throw error;
    }
    return { isNew: taken.every(({ isNew }) => isNew), refund };
  }

  async release(key: string, subject: string, amount: number, { idempotencyKey }: Pick<TakeOptions, 'idempotencyKey'> = {}): Promise<void> {
    if (this.#spec(key).window !== 'none') throw new Error(`"${key}" is counted in a window. Call \`refund\` of the take.`);
    await (await this.#counter(key, subject)).release(amount, idempotencyKey);
  }

  async used(key: string, subjects: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const ids = new Map(subjects.map((subject) => [this.#id(key, subject), subject]));
    const found = await (await this.#open()).find({ _id: { $in: [...ids.keys()] } }, { projection: { used: 1 } });
    return new Map(found.map(({ _id, used }) => [ids.get(_id) ?? '', used]));
  }

  most(key: string): number {
    const { most } = this.#spec(key);
    const given = typeof most === 'number' ? most : Number((this.#owner.config as Readonly<Record<string, unknown>>)[most]);
    return typeof most === 'string' && given === 0 ? Number.POSITIVE_INFINITY : given;
  }

  async forget(key: string, subject: string): Promise<void> {
    await (await this.#open()).deleteOne({ _id: this.#id(key, subject) });
  }

  async #counter(key: string, subject: string): Promise<Counter> {
    const window = windowAt(this.#spec(key).window, this.#now());
    return new Counter({ counts: await this.#open(), id: this.#id(key, subject, window.name), window, now: this.#now });
  }

  #id(key: string, subject: string, window = windowAt(this.#spec(key).window, this.#now()).name): string {
    return `${this.#owner.name}.${key} ${window} ${subject}`;
  }

  #spec(key: string): LimitSpec {
    const spec = this.#owner.specs[key];
    if (spec === undefined) throw new Error(`The plugin "${this.#owner.name}" declares no limit "${key}".`);
    return spec;
  }
}
