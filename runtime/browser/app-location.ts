import { isReserved } from '../pages.ts';

/** What the frame does for the app's `location`. */
export interface Steered {
  /** The current path of the app's router, with its query. */
  path(): string;
  /** Shows another path; `isLoad`: as a browser loads a page, so that no component keeps its state. */
  go(path: string, isLoad: boolean): void;
}

/**
 * `location` as the app would have it on an origin of its own: the frame's own address is that of its shell, and to leave it would end the
 * preview. Compiled code of previews finds it as `$location`.
 */
export function provideLocation(steered: Steered): void {
  const own = new AppLocation(steered);
  Object.defineProperty(globalThis, '$location', { get: () => own, set: (target: unknown) => own.assign(target) });
}

class AppLocation {
  readonly #steered: Steered;

  constructor(steered: Steered) {
    this.#steered = steered;
  }

  get #url(): URL {
    return new URL(this.#steered.path(), location.origin);
  }

  #set(part: 'pathname' | 'search' | 'hash', value: string): void {
    this.assign(Object.assign(this.#url, { [part]: value }));
  }

  get href(): string {
    return this.#url.href;
  }
  set href(target: unknown) {
    this.assign(target);
  }
  get pathname(): string {
    return this.#url.pathname;
  }
  set pathname(value: string) {
    this.#set('pathname', value);
  }
  get search(): string {
    return this.#url.search;
  }
  set search(value: string) {
    this.#set('search', value);
  }
  get hash(): string {
    return this.#url.hash;
  }
  set hash(value: string) {
    this.#set('hash', value);
  }
  get origin(): string {
    return location.origin;
  }
  get protocol(): string {
    return location.protocol;
  }
  get host(): string {
    return location.host;
  }
  get hostname(): string {
    return location.hostname;
  }
  get port(): string {
    return location.port;
  }

  assign(target: unknown): void {
    const before = this.#url;
    const next = new URL(String(target), before);
    if (!/^https?:$/.test(next.protocol)) location.assign(next);
    // Other sites, and files of the app, would take the place of the preview.
    else if (next.origin !== location.origin || isReserved(next.pathname)) window.open(next, '_blank', 'noopener');
    else {
      const isLoad = next.hash === '' || next.pathname + next.search !== before.pathname + before.search;
      this.#steered.go(next.pathname + next.search + next.hash, isLoad);
    }
  }
  replace(target: unknown): void {
    this.assign(target);
  }
  reload(): void {
    this.#steered.go(this.#steered.path(), true);
  }
  toString(): string {
    return this.href;
  }
}
