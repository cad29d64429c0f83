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
      const waiting = await this.#context.collections.turns.findOne({ appId, status: 'waiting', assistantMessageId: { $lte: left.upTo } });
      if (waiting !== null) await this.#stop(waiting);
      if (left.after !== null) await this.hide(appId, left.after, left.upTo);
    }
    if (this.#done.size >= MAX_CACHED) this.#done.clear();
    this.#done.add(versionId);
  }

  /** Hides the messages after `after` (`''`: from the first on), up to `upTo`. */
  async hide(appId: string, after: string, upTo: string): Promise<void> {
    const shown = { appId, _id: { $gt: after, $lte: upTo }, isHidden: { $ne: true } };
    await this.#context.collections.messages.updateMany(shown, { $set: { isHidden: true } });
  }
}
