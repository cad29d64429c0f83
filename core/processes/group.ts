import type { Logger } from '../contract/index.ts';
import type { Metric } from '../http/index.ts';
import { Member, type MemberOptions } from './member.ts';

export interface GroupOptions extends Omit<MemberOptions, 'number'> {
  /** How many processes there are besides the main one. */
  readonly count: number;
  readonly log: Logger;
}

/** The processes that serve published apps besides the main one. */
export class ProcessGroup {
  readonly #members: readonly Member[];

  constructor({ count, ...options }: GroupOptions) {
    this.#members = Array.from({ length: count }, (_, at) => new Member({ ...options, number: at + 1 }));
  }

  start(): void {
    for (const member of this.#members) member.start();
  }

  /** The metrics of each process that answers. */
  async metrics(): Promise<readonly (readonly Metric[])[]> {
    const all = await Promise.all(this.#members.map((member) => member.metrics()));
    return all.filter((metrics) => metrics !== null);
  }

  /** Resolves when all have drained and exited. */
  async stop(): Promise<void> {
    await Promise.all(this.#members.map((member) => member.stop()));
  }
}
