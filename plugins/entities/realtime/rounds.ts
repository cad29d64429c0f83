/** A round takes 2.5 s: with what is cached for two seconds, a stream ends within five after its right has. */
const TICK_MS = 500;
/** Ticks of a round. */
const SLOTS = 5;

type Visit = (round: number) => void;

/** Calls each member once per round, a fifth of them each tick: one timer for all, which runs while there are members. */
export class Rounds {
  readonly #slots: readonly Set<Visit>[] = Array.from({ length: SLOTS }, () => new Set<Visit>());
  #added = 0;
  #tick = 0;
  #size = 0;
  #timer: NodeJS.Timeout | null = null;

  /** Calls the member until the returned function is called. */
  add(visit: Visit): () => void {
    const slot = this.#slots[this.#added++ % SLOTS];
    slot?.add(visit);
    this.#size += 1;
    this.#timer ??= setInterval(() => this.#turn(), TICK_MS).unref();
    return () => {
      if (!slot?.delete(visit)) return;
      this.#size -= 1;
      if (this.#size > 0 || this.#timer === null) return;
      clearInterval(this.#timer);
      this.#timer = null;
    };
  }

  #turn(): void {
    const tick = this.#tick++;
    for (const visit of this.#slots[tick % SLOTS] ?? []) visit(Math.floor(tick / SLOTS));
  }
}
