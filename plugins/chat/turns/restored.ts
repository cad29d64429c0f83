import type { TurnDocument } from '../collections.ts';
import type { ChatContext } from '../config.ts';

const MAX_CACHED = 1000;

/** Applies what a restored version leaves behind to the chat. Idempotent, also after a crash. */
export class Restored {
  readonly #context: ChatContext;
  readonly #stop: (turn: TurnDocument) => Promise<void>;
  /** Versions that are fully applied, by id. Versions are immutable. */
  readonly #done = new Set<string>();

  /** `stop` ends a turn that waits for the builder's answer. */
  constructor(context: ChatContext, stop: (turn: TurnDocument) => Promise<void>) {
    this.#context = context;
    this.#stop = stop;
  }

  /** Hides the messages after the restored point, and stops a waiting turn, which is based on a version that is no longer current. */
  async apply(appId: string, versionId: string): Promise<void> {
    if (this.#done.has(versionId)) return;
    const left = await this.#context.needs.apps.leftBehind(appId, versionId);
    if (left !== null) {
      const { messages, turns } = this.#context.collections;
      const waiting = await turns.findOne({ appId, status: 'waiting', assistantMessageId: { $lte: left.upTo } });
      if (waiting !== null) await this.#stop(waiting);
      if (left.after !== null) {
        const hidden = { appId, _id: { $gt: left.after, $lte: left.upTo }, isHidden: { $ne: true } };
        await messages.updateMany(hidden, { $set: { isHidden: true } });
      }
    }
    if (this.#done.size >= MAX_CACHED) this.#done.clear();
    this.#done.add(versionId);
  }
}
