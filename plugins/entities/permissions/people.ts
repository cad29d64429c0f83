import type { Person } from '@sayso/apps/ref';

/** Bounds the staleness of a person whose change this node missed, by a monotonic clock. */
const CACHE_MS = 2_000;
const MAX_CACHED = 5_000;

interface Known {
  readonly person: Promise<Person>;
  readonly until: number;
}

/** What rules read of the people who use apps. */
export class People {
  readonly #read: (appId: string, accountId: string) => Promise<Person>;
  readonly #known = new Map<string, Known>();

  constructor(read: (appId: string, accountId: string) => Promise<Person>) {
    this.#read = read;
  }

  async of(appId: string, accountId: string): Promise<Person> {
    const key = `${appId}/${accountId}`;
    const known = this.#known.get(key);
    if (known !== undefined && known.until > performance.now()) return known.person;
    const person = this.#read(appId, accountId);
    const made = { person, until: performance.now() + CACHE_MS };
    this.#keep(key, made);
    try {
      return await person;
    } catch (error) {
      if (this.#known.get(key) === made) this.#known.delete(key);
      throw error;
    }
  }

  changed(appId: string, accountId: string): void {
    this.#known.delete(`${appId}/${accountId}`);
  }

  #keep(key: string, made: Known): void {
    this.#known.delete(key);
    const [oldest] = this.#known.keys();
    if (this.#known.size >= MAX_CACHED && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(key, made);
  }
}
