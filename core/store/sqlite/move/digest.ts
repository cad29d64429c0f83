import { createHash } from 'node:crypto';
import type { PartitionSpec } from '../../../contract/store.ts';
import type { Document } from '../../documents/values.ts';

/** The number of documents and the sum of their hashes, whatever their order. */
export class Digest {
  readonly #members: readonly string[];
  #count = 0;
  #sum = 0n;

  constructor({ key, table, fields, columns }: PartitionSpec) {
    this.#members = ['_id', key, table, ...columns, fields];
  }

  add(document: Document): void {
    const text = JSON.stringify(this.#members.map((member) => document[member]));
    this.#sum = BigInt.asUintN(256, this.#sum + BigInt(`0x${createHash('sha256').update(text).digest('hex')}`));
    this.#count += 1;
  }

  toString(): string {
    return `${this.#count} documents, ${this.#sum.toString(16)}`;
  }
}
