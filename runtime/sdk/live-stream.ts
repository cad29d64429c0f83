import { appPath, connection } from './connection.ts';
import { ANSWER_MS, type LiveEnd, type LiveListener, type LiveMessage, type LiveWire, watchOf } from './live-wire.ts';
import { eventsOf } from './stream.ts';

/** The server sends something every 10 s. */
const SILENCE_MS = 35_000;
/** Tables that are followed one after the other by one page are asked for together. */
const TOGETHER_MS = 50;
/** A round of an answer that arrives only when it is complete. */
const ROUND_MS = 2000;

/**
 * The same messages as on the WebSocket as server-sent events, on one response for all tables, since browsers open only six to one host by
 * HTTP/1.1. `isHeld`: a proxy holds answers back until they are complete, so they end soon.
 */
export function openLiveStream(listener: LiveListener, isHeld: boolean): LiveWire {
  const { token } = connection;
  let request: AbortController | null = null;
  const { end, after, watch } = watchOf(listener, () => request?.abort());
  /** Tables that are asked for later need another response. */
  const open = () => {
    request?.abort();
    const own = new AbortController();
    request = own;
    watch(ANSWER_MS + (isHeld ? ROUND_MS : 0), isHeld ? 'blocked' : 'held');
    read(own.signal).then(
      (reason) => {
        if (request === own) end(reason);
      },
      () => {
        if (request === own) end('lost');
      },
    );
  };
  const read = async (signal: AbortSignal): Promise<LiveEnd> => {
    const response = await ask({ tables: listener.tables(), token, isHeld, signal });
    if (response.status === 401) return 'unauthenticated';
    if (!response.ok) return response.status >= 500 || response.status === 429 ? 'lost' : 'blocked';
    for await (const { name, data } of eventsOf(response)) {
      watch(SILENCE_MS, 'lost');
      if (name !== '') listener.onMessage(data as LiveMessage);
    }
    return isHeld ? 'ended' : 'lost';
  };
  after(0, open);
  return {
    token,
    follow: () => after(TOGETHER_MS, open),
    // The next response leaves it out.
    leave: () => undefined,
    close: () => end(null),
  };
}

interface Asked {
  readonly tables: readonly string[];
  readonly token: string | null;
  readonly isHeld: boolean;
  readonly signal: AbortSignal;
}

function ask({ tables, token, isHeld, signal }: Asked): Promise<Response> {
  const search = new URLSearchParams({ tables: tables.join(','), ...(isHeld ? { endAfter: String(ROUND_MS) } : {}) });
  const headers: Record<string, string> = { accept: 'text/event-stream', 'x-app-id': connection.appId };
  if (token !== null) headers['authorization'] = `Bearer ${token}`;
  const url = `${connection.apiUrl}${appPath('events')}?${search}`;
  return fetch(url, { headers, signal, credentials: 'omit', cache: 'no-store' });
}
