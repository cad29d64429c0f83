import { ApolloLink, type FetchResult, Observable } from '@apollo/client';
import type { Subscription } from 'rxjs';
import { setConnected, setPath } from '../../lib/connection.ts';
import { loadToasts } from '../../lib/notify.ts';
import { openSocketTransport, probeSocket } from './socket.ts';
import { StreamTransport } from './stream.ts';

/** WebSockets that do not arrive in a row, before HTTP takes their place. */
const mostBlocked = 2;
/** Between attempts to use WebSockets again; the time doubles. */
const firstProbe = 60_000;
const longestProbe = 600_000;
/** How long a subscription goes on over the transport before, so that no event is missed. */
const overlap = 2_000;
/** The next page of this tab begins with what works. */
const storageKey = 'sayso-live';

type Reason = 'refused' | 'silent';

interface Transport {
  readonly link: ApolloLink;
  close(): void;
}

/** The subscriptions of the page: over a WebSocket, or over HTTP where none arrives. */
class LiveTransport {
  readonly #listeners = new Set<() => void>();
  #current: Transport;
  #blocked = 0;
  #probeTime = firstProbe;
  #probeTimer = 0;

  constructor() {
    const known = stored();
    this.#current = known === null ? this.#sockets() : this.#streams(known);
    // Maybe another network.
    window.addEventListener('online', () => {
      this.#probeTime = firstProbe;
      if (this.#probeTimer !== 0) this.#probeIn(0);
    });
  }

  readonly link = new ApolloLink(
    (operation, forward) =>
      new Observable<FetchResult>((results) => {
        let current: Subscription | null = null;
        const start = () => {
          const before = current;
          // The end of the transport before is not the end of the subscription.
          const own: Subscription = this.#current.link.request(operation, forward).subscribe({
            next: (result) => results.next(result),
            error: (error: unknown) => own === current && results.error(error),
            complete: () => own === current && results.complete(),
          });
          current = own;
          if (before !== null) window.setTimeout(() => before.unsubscribe(), overlap);
        };
        start();
        this.#listeners.add(start);
        return () => {
          this.#listeners.delete(start);
          current?.unsubscribe();
        };
      }),
  );

  #use(next: Transport): void {
    const before = this.#current;
    this.#current = next;
    for (const listener of this.#listeners) listener();
    window.setTimeout(() => before.close(), overlap);
  }

  #sockets(): Transport {
    const transport = openSocketTransport({
      onConnected: () => {
        setConnected(true);
        setPath('socket');
        // The notice of a lost connection is needed when its code can no longer be loaded.
        void loadToasts().catch(() => undefined);
      },
      onClosed: (end) => {
        if (this.#current !== transport) return;
        setConnected(end === 'closed');
        if (end === 'lost') this.#blocked = 0;
        if (end !== 'refused' && end !== 'silent') return;
        this.#blocked += end === 'silent' ? mostBlocked : 1;
        if (this.#blocked >= mostBlocked) this.#use(this.#streams(end));
      },
    });
    return transport;
  }

  #streams(because: Reason): Transport {
    const transport = new StreamTransport({
      because,
      onConnected: (isHeld) => {
        if (this.#current !== transport) return;
        setConnected(true);
        setPath(isHeld ? 'held' : 'stream');
        store(because);
        void loadToasts().catch(() => undefined);
      },
      onLost: (failures) => {
        if (this.#current !== transport) return;
        setConnected(false);
        // The server is not there, or neither way leads to it.
        if (failures < mostBlocked) return;
        window.clearTimeout(this.#probeTimer);
        this.#probeTimer = 0;
        this.#blocked = mostBlocked - 1;
        this.#use(this.#sockets());
      },
    });
    this.#probeIn(this.#probeTime);
    return transport;
  }

  #probeIn(time: number): void {
    window.clearTimeout(this.#probeTimer);
    this.#probeTimer = window.setTimeout(async () => {
      if (await probeSocket()) {
        this.#probeTimer = 0;
        this.#probeTime = firstProbe;
        this.#blocked = 0;
        store(null);
        this.#use(this.#sockets());
        return;
      }
      this.#probeTime = Math.min(this.#probeTime * 2, longestProbe);
      this.#probeIn(this.#probeTime);
    }, time);
  }
}

function stored(): Reason | null {
  const text = window.sessionStorage.getItem(storageKey);
  return text === 'refused' || text === 'silent' ? text : null;
}

function store(reason: Reason | null): void {
  if (reason === null) window.sessionStorage.removeItem(storageKey);
  else window.sessionStorage.setItem(storageKey, reason);
}

/** Apollo link of all subscriptions. */
export const liveLink = new LiveTransport().link;
