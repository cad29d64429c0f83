/** The tenants of one job on this node. In a round each of them starts one run; the next round begins when none of those that wait is left. */
export class Turns {
  readonly #most: number;
  readonly #running = new Map<string, number>();
  readonly #served = new Set<string>();

  /** `most`: runs of one tenant at the same time. */
  constructor(most: number) {
    this.#most = most;
  }

  /** The tenants that start no run now: they had their turn, or have as many runs as they may have. */
  get held(): string[] {
    const full = [...this.#running].flatMap(([tenant, runs]) => (runs >= this.#most ? [tenant] : []));
    return [...new Set([...this.#served, ...full])];
  }

  mayStart(tenant: string): boolean {
    return !this.#served.has(tenant) && (this.#running.get(tenant) ?? 0) < this.#most;
  }

  /** Returns the function that ends the run. */
  start(tenant: string): () => void {
    this.#served.add(tenant);
    this.#running.set(tenant, (this.#running.get(tenant) ?? 0) + 1);
    return () => {
      const left = (this.#running.get(tenant) ?? 0) - 1;
      if (left > 0) this.#running.set(tenant, left);
      else this.#running.delete(tenant);
    };
  }

  /** False when no tenant had a turn in this round. */
  nextRound(): boolean {
    const hadTurns = this.#served.size > 0;
    this.#served.clear();
    return hadTurns;
  }
}
