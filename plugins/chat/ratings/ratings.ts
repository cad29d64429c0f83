import { storeTime } from '@sayso/core';
import type { MessageDocument } from '../collections.ts';
import type { ChatContext } from '../config.ts';
import type { RatingDocument, RatingFilter } from './state.ts';

const PAGE = 50;

/** A rating as admins see it: what the builder sent and the figures of the answer, not the conversation. */
export interface ListedRating extends Omit<RatingDocument, '_id' | 'appId' | 'hasComment' | 'order'> {
  readonly id: string;
  /** Null for an app in the trash. */
  readonly appName: string | null;
}

export interface RatingPage {
  readonly ratings: ListedRating[];
  /** Cursor of the next page; null at the end. */
  readonly next: string | null;
}

/** Ratings of one model or prompt version. */
export interface RatingShare {
  /** Null when it is not known. */
  readonly name: string | null;
  good: number;
  bad: number;
}

export interface RatingSummary {
  readonly good: number;
  readonly bad: number;
  readonly commented: number;
  /** The most rated first. */
  readonly models: RatingShare[];
  /** The most recently rated first. */
  readonly promptVersions: RatingShare[];
}

type RatedMessage = Pick<MessageDocument, '_id' | 'appId' | 'usage'>;
type Feedback = Pick<NonNullable<MessageDocument['feedback']>, 'rating' | 'comment' | 'at'>;

/** Ratings of all apps, for admins of the installation. */
export class Ratings {
  readonly #context: ChatContext;

  constructor(context: ChatContext) {
    this.#context = context;
  }

  /** Stores the rating of a message, or removes it. Called before the message changes, so that a withdrawn rating is never listed. */
  async set(message: RatedMessage & Pick<MessageDocument, 'turnId'>, feedback: Feedback | null): Promise<void> {
    const { ratings, turns } = this.#context.collections;
    if (feedback === null) {
      await ratings.deleteOne({ _id: message._id });
      return;
    }
    const turn = await turns.findOne({ _id: message.turnId }, { projection: { promptVersion: 1 } });
    await ratings.replaceOne({ _id: message._id }, ratingOf(message, feedback, turn?.promptVersion), { upsert: true });
  }

  /** Newest first, 50 at a time. */
  async page(filter: RatingFilter | null, after: string | null): Promise<RatingPage> {
    const { ratings } = this.#context.collections;
    const within = { ...queryOf(filter), ...(after === null ? {} : { order: { $lt: after } }) };
    const found = await ratings.find(within, { sort: { order: -1 }, limit: PAGE + 1 });
    const shown = found.slice(0, PAGE);
    const names = new Map<string, string | null>();
    await Promise.all([...new Set(shown.map(({ appId }) => appId))].map((appId) => this.#addName(names, appId)));
    const next = found.length > PAGE ? (shown.at(-1)?.order ?? null) : null;
    return { ratings: shown.map((rating) => listed(rating, names)), next };
  }

  /** All ratings, newest first. */
  async *all(filter: RatingFilter | null): AsyncGenerator<ListedRating> {
    const names = new Map<string, string | null>();
    for await (const rating of this.#context.collections.ratings.stream(queryOf(filter), { sort: { order: -1 } })) {
      if (!names.has(rating.appId)) await this.#addName(names, rating.appId);
      yield listed(rating, names);
    }
  }

  /** Of the last days. Reads each rating of them once: they are small, and far fewer than messages. */
  async summary(days: number): Promise<RatingSummary> {
    const since = storeTime(-days * 24 * 60 * 60 * 1000);
    const projection = { model: 1, promptVersion: 1, rating: 1, hasComment: 1 } as const;
    const { ratings } = this.#context.collections;
    const counts = { good: 0, bad: 0, commented: 0 };
    const models = new Map<string | null, RatingShare>();
    const promptVersions = new Map<string | null, RatingShare>();
    for await (const { model, promptVersion, rating, hasComment } of ratings.stream(
      { order: { $gte: since } },
      { sort: { order: -1 }, projection },
    )) {
      counts[rating]++;
      if (hasComment) counts.commented++;
      shareOf(models, model)[rating]++;
      shareOf(promptVersions, promptVersion)[rating]++;
    }
    const byCount = (a: RatingShare, b: RatingShare) => b.good + b.bad - a.good - a.bad;
    return { ...counts, models: [...models.values()].sort(byCount), promptVersions: [...promptVersions.values()] };
  }

  async removeApp(appId: string): Promise<void> {
    await this.#context.collections.ratings.deleteMany({ appId });
  }

  async #addName(names: Map<string, string | null>, appId: string): Promise<void> {
    names.set(appId, (await this.#context.needs.apps.find(appId))?.name ?? null);
  }
}

export function ratingOf({ _id, appId, usage }: RatedMessage, { rating, comment, at }: Feedback, promptVersion?: string): RatingDocument {
  return {
    _id,
    appId,
    rating,
    comment,
    hasComment: comment !== '',
    model: usage?.model ?? null,
    promptVersion: promptVersion ?? null,
    tokens: usage?.totalTokens ?? null,
    cost: usage?.totalCost ?? null,
    at,
    order: `${at} ${_id}`,
  };
}

function listed(
  { _id: id, appId, hasComment: _, order: __, ...rating }: RatingDocument,
  names: ReadonlyMap<string, string | null>,
): ListedRating {
  return { ...rating, id, appName: names.get(appId) ?? null };
}

function queryOf(filter: RatingFilter | null) {
  if (filter === null) return {};
  return filter === 'commented' ? { hasComment: true } : { rating: filter };
}

function shareOf(shares: Map<string | null, RatingShare>, name: string | null): RatingShare {
  const share = shares.get(name) ?? { name, good: 0, bad: 0 };
  shares.set(name, share);
  return share;
}
