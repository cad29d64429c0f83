import type { Collection } from '@sayso/core';
import { type Quota, Quotas, today } from '../calls/quotas.ts';
import type { UsageDocument } from '../collections.ts';
import type { IntegrationsConfig } from '../config.ts';
import { FileQuotaReached } from '../errors.ts';

/** The quotas of files and bytes: of an app, of a day of it, and of a day of one of its callers. */
export class FileQuotas {
  readonly #quotas: Quotas;
  readonly #config: IntegrationsConfig;

  constructor(usage: Collection<UsageDocument>, config: IntegrationsConfig) {
    this.#quotas = new Quotas(usage);
    this.#config = config;
  }

  /** Counts one file towards all quotas, or throws `FileQuotaReached`; `undo` takes it back when it is not stored. */
  reserve(appId: string, callerKey: string, bytes: number): Promise<{ undo(): Promise<void> }> {
    return this.#quotas.reserve(this.#all(appId, callerKey), { files: 1, bytes });
  }

  removeApp(appId: string): Promise<void> {
    return this.#quotas.remove(appOf(appId));
  }

  /** The narrowest first: a caller who has reached theirs takes nothing of the app's. */
  #all(appId: string, callerKey: string): Quota[] {
    const config = this.#config;
    const { day, until } = today();
    const refuse = (message: string) => () => new FileQuotaReached(message);
    return [
      {
        id: `caller ${appId} ${day} ${callerKey}`,
        limits: { files: config.FILES_PER_CALLER_AND_DAY, bytes: config.FILE_BYTES_PER_CALLER_AND_DAY },
        until,
        refusal: refuse('You have uploaded as many files today as this app allows. Please try again tomorrow.'),
      },
      {
        id: `day ${appId} ${day}`,
        limits: { files: config.FILES_PER_APP_AND_DAY, bytes: config.FILE_BYTES_PER_APP_AND_DAY },
        until,
        refusal: refuse('As many files were uploaded to this app today as it may receive in a day. Please try again tomorrow.'),
      },
      {
        id: appOf(appId),
        limits: { files: config.FILES_PER_APP, bytes: config.FILE_BYTES_PER_APP },
        refusal: refuse('This app has no room for more files.'),
      },
    ];
  }
}

function appOf(appId: string): string {
  return `app ${appId}`;
}
