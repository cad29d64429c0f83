import { DuplicateKey, storeNow } from '@sayso/core';
import type { QuotaCost, TurnDocument } from '../collections.ts';
import type { ChatContext } from '../config.ts';
import { DailyLimitReached, MessageLimitReached } from '../errors.ts';

type Sender = TurnDocument['actor'];

/** Messages that an account has sent in the current period, and how many it may. */
export interface MessageQuota {
  readonly used: number;
  readonly limit: number;
}

/** Null: no limit. */
export interface MessageQuotas {
  readonly day: MessageQuota | null;
  readonly month: MessageQuota | null;
}

export interface Reservation {
  /** Null: the sender has no limit. */
  readonly cost: QuotaCost | null;
  /** Ids of the counters that count the message, by which `giveBack` takes it back later. */
  readonly counters: readonly string[];
  /** Takes the message back. */
  readonly release: () => Promise<void>;
}

interface Period {
  readonly name: 'day' | 'month';
  readonly limit: number;
  /** Id of its counter. */
  readonly id: string;
  /** When the counter can be removed. */
  readonly until: string;
  readonly refusal: () => Error;
}

/** The plan without payment, whose accounts have a daily limit. */
const FREE_PLAN = 'lite';

/**
 * Counts the messages of accounts by day and month, in UTC. Exact across nodes: a counter is incremented by one conditional write. Rounds that
 * the product itself adds to a turn, and turns that are started again, count nothing. A turn that the server or the model's endpoint ended is
 * given back, and counts when it is started again. Admins of the installation have no limit.
 */
export class Quotas {
  readonly #context: ChatContext;

  constructor(context: ChatContext) {
    this.#context = context;
  }

  /** Counts one message, or throws when a limit is reached. */
  async reserve(sender: Sender): Promise<Reservation> {
    const periods = await this.#periods(sender);
    const taken: Period[] = [];
    const release = () =>
      giveBack(
        this.#context,
        taken.map(({ id }) => id),
      );
    for (const period of periods) {
      if (!(await this.#take(period))) {
        await release();
        throw period.refusal();
      }
      taken.push(period);
    }
    const limitOf = (name: Period['name']) => periods.find((each) => each.name === name)?.limit ?? null;
    const counters = taken.map(({ id }) => id);
    return {
      release,
      counters,
      cost: periods.length === 0 ? null : { messages: 1, dayLimit: limitOf('day'), monthLimit: limitOf('month') },
    };
  }

  async of(sender: Sender): Promise<MessageQuotas> {
    const periods = await this.#periods(sender);
    const counters = await this.#counters.find({ _id: { $in: periods.map(({ id }) => id) } });
    const quota = (name: Period['name']): MessageQuota | null => {
      const period = periods.find((each) => each.name === name);
      return period === undefined ? null : { used: counters.find(({ _id }) => _id === period.id)?.used ?? 0, limit: period.limit };
    };
    return { day: quota('day'), month: quota('month') };
  }

  async #take({ id, limit, until }: Period): Promise<boolean> {
    const increment = () => this.#counters.updateOne({ _id: id, used: { $lt: limit } }, { $inc: { used: 1 } });
    if ((await increment()) > 0) return true;
    await this.#counters.insertOne({ _id: id, used: 0, until }).catch((error: unknown) => {
      if (!(error instanceof DuplicateKey)) throw error;
    });
    return (await increment()) > 0;
  }

  /** The periods with a limit, the longest first. */
  async #periods({ id, admin }: Sender): Promise<Period[]> {
    const { CHAT_MESSAGES_PER_DAY: daily, CHAT_MESSAGES_PER_MONTH: monthly } = this.#context.config;
    if (admin || (daily === 0 && monthly === 0)) return [];
    const now = new Date(storeNow());
    const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
    const periods: Period[] = [];
    if (monthly > 0)
      periods.push({
        name: 'month',
        limit: monthly,
        id: `${id}:${now.toISOString().slice(0, 7)}`,
        until: new Date(Date.UTC(year, month + 1, 1)).toISOString(),
        refusal: () => new MessageLimitReached(),
      });
    if (daily > 0 && (await this.#context.needs.accounts.account(id))?.plan === FREE_PLAN)
      periods.push({
        name: 'day',
        limit: daily,
        id: `${id}:${now.toISOString().slice(0, 10)}`,
        until: new Date(Date.UTC(year, month, day + 1)).toISOString(),
        refusal: () => new DailyLimitReached(daily),
      });
    return periods;
  }

  get #counters() {
    return this.#context.collections.quotas;
  }
}

/** Takes a counted message back. */
export async function giveBack({ collections }: Pick<ChatContext, 'collections'>, counters: readonly string[]): Promise<void> {
  for (const _id of counters) await collections.quotas.updateOne({ _id, used: { $gt: 0 } }, { $inc: { used: -1 } });
}
