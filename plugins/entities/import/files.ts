import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Blobs } from '@sayso/core';

interface ImportAddress {
  readonly appId: string;
  readonly _id: string;
}

/** The files of imports: the prepared rows until an import ends, and the failed ones as CSV. */
export class ImportFiles {
  readonly #blobs: Blobs;

  constructor(blobs: Blobs) {
    this.#blobs = blobs;
  }

  async saveRows(address: ImportAddress, path: string): Promise<void> {
    await this.#blobs.put(rowsKey(address), Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>);
  }

  async loadRows(address: ImportAddress, path: string): Promise<void> {
    const body = await this.#blobs.get(rowsKey(address));
    await pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), createWriteStream(path, { mode: 0o600 }));
  }

  removeRows(address: ImportAddress): Promise<void> {
    return this.#blobs.remove(rowsKey(address));
  }

  /** The failed rows of the part that begins after `row`; the same part again after a crash replaces it. */
  async saveReport(address: ImportAddress, row: number, lines: string): Promise<void> {
    await this.#blobs.put(`${folder(address)}/report/${String(row).padStart(9, '0')}`, new TextEncoder().encode(lines));
  }

  /** The failed rows in the order of the file. */
  async *report(address: ImportAddress): AsyncGenerator<Uint8Array> {
    const keys: string[] = [];
    for await (const key of this.#blobs.list(`${folder(address)}/report/`)) keys.push(key);
    for (const key of keys.sort()) yield* await this.#blobs.get(key);
  }

  async remove(address: ImportAddress): Promise<void> {
    await this.#removeAll(`${folder(address)}/`);
  }

  async removeApp(appId: string): Promise<void> {
    await this.#removeAll(`imports/${appId}/`);
  }

  async #removeAll(prefix: string): Promise<void> {
    const keys: string[] = [];
    for await (const key of this.#blobs.list(prefix)) keys.push(key);
    for (const key of keys) await this.#blobs.remove(key);
  }
}

function folder({ appId, _id }: ImportAddress): string {
  return `imports/${appId}/${_id}`;
}

function rowsKey(address: ImportAddress): string {
  return `${folder(address)}/rows`;
}
