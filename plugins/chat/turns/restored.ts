import type { TurnDocument } from '../collections.ts';
import type { ChatContext } from '../context.ts';

const REMEMBERED = 1000;

/** What a restored version leaves behind in the chat. Safe to repeat; a process may end at any point of it. */
export class Restored {
  readonly #context: ChatContext;
  readonly #stop: (turn: TurnDocument) => Promise<void>;
  /** Versions of which nothing is left to do, by id. They never change. */
  readonly #done = new Set<string>();

  /** `stop` ends a turn that waits for the builder's answer. */
  constructor(context: ChatContext, stop: (turn: TurnDocument) => Promise<void>) {
    this.#context = context;
    this.#stop = stop;
  }

  /** Hides the messages behind the restored point, and ends a turn that waits: it was made on what is no longer current. */
  async follow(appId: string, versionId: string): Promise<void> {
    if (this.#done.has(versionId)) return;
    const left = await this.#context.needs.apps.leftBehind(appId, versionId);
    if (left !== null) {
      const { messages, turns } = this.#context.collections;
      const waiting = await turns.findOne({ appId, status: 'waiting', assistantMessageId: { $lte: left.upTo } });
      if (waiting !== null) await this.#stop(waiting);
      if (left.after !== null) {
        const behind = { appId, _id: { $gt: left.after, $lte: left.upTo }, isHidden: { $ne: true } };
        await messages.updateMany(behind, { $set: { isHidden: true } });
      }
    }
    if (this.#done.size >= REMEMBERED) this.#done.clear();
    this.#done.add(versionId);
  }
}
