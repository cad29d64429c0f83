/** A queue that serves its keys in turn, and each key first in, first out. */
export class FairQueue<T> {
  /** In the order of service: a key that was served moves to the end. */
  readonly #waiting = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  waitingOf(key: string): number {
    return this.#waiting.get(key)?.length ?? 0;
  }

  add(key: string, item: T): void {
    const waiting = this.#waiting.get(key);
    if (waiting === undefined) this.#waiting.set(key, [item]);
    else waiting.push(item);
    this.#size++;
  }

  next(): T | undefined {
    const first = this.#waiting.entries().next();
    if (first.done) return undefined;
    const [key, waiting] = first.value;
    const item = waiting.shift();
    this.#waiting.delete(key);
    if (waiting.length > 0) this.#waiting.set(key, waiting);
    this.#size--;
    return item;
  }

  remove(key: string, item: T): void {
    const waiting = this.#waiting.get(key);
    const at = waiting?.indexOf(item) ?? -1;
    if (waiting === undefined || at === -1) return;
    waiting.splice(at, 1);
    this.#size--;
    if (waiting.length === 0) this.#waiting.delete(key);
  }
}
