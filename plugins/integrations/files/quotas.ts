import type { App } from '@sayso/apps/ref';
import { type Collection, INSTALLATION, type Limits, type Take, type Taken } from '@sayso/core';
import type { FileDocument } from '../collections.ts';

/** Counts files and bytes: of a day of a caller, an app, its owner and the installation, and of all files of an app. */
export class FileQuotas {
  readonly #limits: Limits;
  readonly #files: Collection<FileDocument>;

  constructor(limits: Limits, files: Collection<FileDocument>) {
    this.#limits = limits;
    this.#files = files;
  }

  /** Counts one file, or throws `FileQuotaReached`; `refund` takes it back when it is not stored. The narrowest goes first. */
  reserve({ id: appId, ownerId }: Pick<App, 'id' | 'ownerId'>, callerKey: string, bytes: number): Promise<Taken> {
    const both = (of: string, subject: string): Take[] => [
      { key: `files${of}`, subject, amount: 1 },
      { key: `bytes${of}`, subject, amount: bytes },
    ];
    return this.#limits.takeAll([
      ...both('OfCaller', `${appId} ${callerKey}`),
      ...both('OfAppToday', appId),
      { key: 'filesOfApp', subject: appId, amount: 1, existing: () => this.#files.count({ appId }) },
      { key: 'bytesOfApp', subject: appId, amount: bytes, existing: () => this.#bytesOf(appId) },
      ...both('OfOwner', ownerId),
      ...both('OfAll', INSTALLATION),
    ]);
  }

  async removeApp(appId: string): Promise<void> {
    await this.#limits.forget('filesOfApp', appId);
    await this.#limits.forget('bytesOfApp', appId);
  }

  async #bytesOf(appId: string): Promise<number> {
    let bytes = 0;
    for await (const { size } of this.#files.stream({ appId }, { projection: { size: 1 } })) bytes += size;
    return bytes;
  }
}
