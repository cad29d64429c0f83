/** A queue that serves its tenants in turn, and each tenant first in, first out. */
export class FairQueue<T> {
  /** In the order of service: a tenant that was served moves to the end. */
  readonly #waiting = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  waitingOf(tenant: string): number {
    return this.#waiting.get(tenant)?.length ?? 0;
  }

  add(tenant: string, item: T): void {
    const waiting = this.#waiting.get(tenant);
    if (waiting === undefined) this.#waiting.set(tenant, [item]);
    else waiting.push(item);
    this.#size++;
  }

  next(): T | undefined {
    const first = this.#waiting.entries().next();
    if (first.done) return undefined;
    const [tenant, waiting] = first.value;
    const item = waiting.shift();
    this.#waiting.delete(tenant);
    if (waiting.length > 0) this.#waiting.set(tenant, waiting);
    this.#size--;
    return item;
  }

  remove(tenant: string, item: T): void {
    const waiting = this.#waiting.get(tenant);
    const at = waiting?.indexOf(item) ?? -1;
    if (waiting === undefined || at === -1) return;
    waiting.splice(at, 1);
    this.#size--;
    if (waiting.length === 0) this.#waiting.delete(tenant);
  }
}
