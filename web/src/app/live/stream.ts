import { ApolloLink, type FetchResult, Observable } from '@apollo/client';
import { print } from 'graphql';
import type { Observer } from 'rxjs';
import { randomId } from '../../lib/id.ts';

/** The server sends something every 10 s. */
const silence = 35_000;
const answerTimeout = 6_000;
/** Subscriptions of one screen begin together. */
const togetherTime = 50;
/** A round of a response that arrives only when it is complete; rounds overlap, so that none misses an event. */
const roundTime = 3_000;
const roundPause = 2_000;
const firstPause = 500;
const longestPause = 15_000;

type Results = Pick<Observer<FetchResult>, 'next' | 'error' | 'complete'>;

interface Subscription {
  readonly query: string;
  readonly operationName: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

interface StreamOptions {
  /** Why no WebSocket is used, for the server's log. */
  readonly because: 'refused' | 'silent';
  /** `isHeld`: answers arrive only when they are complete, so there are rounds. */
  readonly onConnected: (isHeld: boolean) => void;
  /** A connection ended or did not come about; another attempt follows. `failures`: in a row. */
  readonly onLost: (failures: number) => void;
}

/**
 * All subscriptions of the page over one HTTP response of server-sent events (`POST /graphql/streams`): browsers open only six connections
 * to one host by HTTP/1.1. One more subscription opens another response with all of them, and then ends the one before; events that both
 * have are delivered twice, as after a reconnect of a WebSocket.
 */
export class StreamTransport {
  readonly #options: StreamOptions;
  readonly #open = new Map<string, { readonly subscription: Subscription; readonly results: Results }>();
  readonly #responses = new Set<AbortController>();
  #timer = 0;
  #failures = 0;
  #isHeld = false;
  #isClosed = false;

  readonly link = new ApolloLink(
    ({ query, operationName = '', variables }) =>
      new Observable<FetchResult>((results) => {
        const id = randomId();
        this.#open.set(id, { subscription: { query: print(query), operationName, variables }, results });
        this.#renewIn(togetherTime);
        return () => {
          if (this.#open.delete(id) && this.#open.size === 0) this.#end();
        };
      }),
  );

  constructor(options: StreamOptions) {
    this.#options = options;
  }

  close(): void {
    this.#isClosed = true;
    this.#end();
  }

  #end(): void {
    window.clearTimeout(this.#timer);
    for (const response of this.#responses) response.abort();
  }

  #renewIn(time: number): void {
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#renew(), time);
  }

  /** Opens a response; the ones before end once it is ready. */
  async #renew(): Promise<void> {
    if (this.#isDone) return;
    const earlier = [...this.#responses];
    const own = new AbortController();
    this.#responses.add(own);
    const isHeld = this.#isHeld;
    if (isHeld) this.#renewIn(roundPause);
    const hasAnswered = await this.#read(own, isHeld, () => {
      for (const response of isHeld ? [] : earlier) response.abort();
    });
    this.#responses.delete(own);
    const isReplaced = this.#responses.size > 0 || (isHeld && hasAnswered);
    if (!this.#isDone && !isReplaced) this.#lost(hasAnswered, own.signal.aborted);
  }

  get #isDone(): boolean {
    return this.#isClosed || this.#open.size === 0;
  }

  /** Reads a response until it ends; returns whether anything arrived. */
  async #read(own: AbortController, isHeld: boolean, onReady: () => void): Promise<boolean> {
    let watch = 0;
    let hasAnswered = false;
    const wait = (time: number) => {
      window.clearTimeout(watch);
      watch = window.setTimeout(() => own.abort(), time);
    };
    wait(answerTimeout + (isHeld ? roundTime : 0));
    try {
      for await (const { name, data } of this.#events(own.signal, isHeld)) {
        if (!hasAnswered) this.#answered();
        hasAnswered = true;
        wait(silence);
        if (name === 'ready') onReady();
        else this.#deliver(name, data);
      }
    } catch {
      // As one that ended: another one follows.
    }
    window.clearTimeout(watch);
    return hasAnswered;
  }

  #answered(): void {
    this.#failures = 0;
    this.#options.onConnected(this.#isHeld);
  }

  #lost(hasAnswered: boolean, isSilent: boolean): void {
    if (!hasAnswered && isSilent && !this.#isHeld) {
      this.#isHeld = true;
      this.#renewIn(0);
      return;
    }
    this.#failures += 1;
    this.#options.onLost(this.#failures);
    this.#renewIn(Math.min(firstPause * 2 ** (this.#failures - 1), longestPause) * (0.5 + Math.random() / 2));
  }

  #deliver(name: string, { id, payload }: { readonly id?: string; readonly payload?: FetchResult }): void {
    const entry = id === undefined ? undefined : this.#open.get(id);
    if (id === undefined || entry === undefined) return;
    if (name === 'next' && payload !== undefined) entry.results.next(payload);
    if (name !== 'complete') return;
    this.#open.delete(id);
    entry.results.complete();
  }

  async *#events(signal: AbortSignal, isHeld: boolean) {
    const operations = Object.fromEntries([...this.#open].map(([id, { subscription }]) => [id, subscription]));
    const body = JSON.stringify({ operations, because: this.#options.because, ...(isHeld ? { endAfter: roundTime } : {}) });
    const headers = { 'content-type': 'application/json', accept: 'text/event-stream' };
    const response = await fetch('/graphql/streams', { method: 'POST', headers, body, signal, cache: 'no-store' });
    if (!response.ok || response.body === null) return;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { done, value = '' } = await reader.read();
      if (done) return;
      const events = (rest + value).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) {
        const [, name, json] = /^event: (\w+)\ndata: (.*)$/.exec(event) ?? [];
        // Others keep the connection open.
        yield name === undefined ? { name: 'beat', data: {} } : { name, data: JSON.parse(json ?? '{}') };
      }
    }
  }
}
