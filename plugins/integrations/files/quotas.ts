import { type Collection, DuplicateKey } from '@sayso/core';
import type { UsageDocument } from '../collections.ts';
import type { IntegrationsConfig } from '../config.ts';
import { FileQuotaReached } from '../errors.ts';

const DAY_MS = 24 * 3600_000;

interface Quota {
  readonly id: string;
  readonly files: number;
  readonly bytes: number;
  /** Of a day, by UTC: its counts are removed then. */
  readonly until?: string;
  /** Who has reached it, as in "This app has …". */
  readonly refusal: string;
}

/** Counts files and bytes in one document for each quota, by atomic updates: concurrent uploads on any nodes never exceed a quota. */
export class FileQuotas {
  readonly #usage: Collection<UsageDocument>;
  readonly #config: IntegrationsConfig;

  constructor(usage: Collection<UsageDocument>, config: IntegrationsConfig) {
    this.#usage = usage;
    this.#config = config;
  }

  /** Counts one file towards all quotas, or throws `FileQuotaReached`; `undo` takes it back when it is not stored. */
  async reserve(appId: string, callerKey: string, bytes: number): Promise<{ undo(): Promise<void> }> {
    const taken: Quota[] = [];
    const undo = async () => {
      for (const { id } of taken.splice(0)) await this.#usage.updateOne({ _id: id }, { $inc: { files: -1, bytes: -bytes } });
    };
    try {
      for (const quota of this.#quotas(appId, callerKey)) {
        await this.#take(quota, bytes);
        taken.push(quota);
      }
    } catch (error) {
      await undo();
      throw error;
    }
    return { undo };
  }

  async removeApp(appId: string): Promise<void> {
    await this.#usage.deleteOne({ _id: appOf(appId) });
  }

  /** The narrowest first: a caller who has reached theirs takes nothing of the app's. */
  #quotas(appId: string, callerKey: string): Quota[] {
    const config = this.#config;
    const day = new Date().toISOString().slice(0, 10);
    const until = new Date(Date.parse(day) + 2 * DAY_MS).toISOString();
    return [
      {
        id: `caller ${appId} ${day} ${callerKey}`,
        files: config.FILES_PER_CALLER_AND_DAY,
        bytes: config.FILE_BYTES_PER_CALLER_AND_DAY,
        until,
        refusal: 'You have uploaded as many files today as this app allows. Please try again tomorrow.',
      },
      {
        id: `day ${appId} ${day}`,
        files: config.FILES_PER_APP_AND_DAY,
        bytes: config.FILE_BYTES_PER_APP_AND_DAY,
        until,
        refusal: 'As many files were uploaded to this app today as it may receive in a day. Please try again tomorrow.',
      },
      { id: appOf(appId), files: config.FILES_PER_APP, bytes: config.FILE_BYTES_PER_APP, refusal: 'This app has no room for more files.' },
    ];
  }

  async #take({ id, files, bytes: most, until, refusal }: Quota, bytes: number): Promise<void> {
    const room = { _id: id, files: { $lt: files }, bytes: { $lte: most - bytes } };
    const take = () => this.#usage.updateOne(room, { $inc: { files: 1, bytes } });
    if ((await take()) > 0) return;
    await this.#usage.insertOne({ _id: id, files: 0, bytes: 0, ...(until === undefined ? {} : { until }) }).catch((error: unknown) => {
      if (!(error instanceof DuplicateKey)) throw error;
    });
    if ((await take()) === 0) throw new FileQuotaReached(refusal);
  }
}

function appOf(appId: string): string {
  return `app ${appId}`;
}
