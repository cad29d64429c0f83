/** Keeps the values used last, up to a weight of `limit` in all; each weighs 1 unless `weigh` says otherwise. One that is heavier is not kept. */
export class Lru<Value> {
  readonly #limit: number;
  readonly #weigh: (value: Value, key: string) => number;
  readonly #values = new Map<string, Value>();
  #weight = 0;

  constructor(limit: number, weigh: (value: Value, key: string) => number = () => 1) {
    this.#limit = limit;
    this.#weigh = weigh;
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key);
    if (value === undefined) return undefined;
    this.#values.delete(key);
    this.#values.set(key, value);
    return value;
  }

  has(key: string): boolean {
    return this.#values.has(key);
  }

  set(key: string, value: Value): void {
    this.delete(key);
    const weight = this.#weigh(value, key);
    if (weight > this.#limit) return;
    this.#values.set(key, value);
    this.#weight += weight;
    for (const oldest of this.#values.keys()) {
      if (this.#weight <= this.#limit) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const value = this.#values.get(key);
    if (value === undefined) return;
    this.#values.delete(key);
    this.#weight -= this.#weigh(value, key);
  }

  clear(): void {
    this.#values.clear();
    this.#weight = 0;
  }
}
