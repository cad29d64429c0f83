import { connection } from './connection.ts';
import { ANSWER_MS, type LiveEnd, type LiveListener, type LiveMessage, type LiveWire, watchOf } from './live-wire.ts';

/** The server sends something every 25 s; after a longer silence the connection is broken. */
const SILENCE_MS = 70_000;
/** A proxy that does not know the protocol cuts it at the first frames. */
const STEADY_MS = 3000;
const UNUSABLE = 1008;
const RESTART = 1012;
const UNAUTHENTICATED = 4401;

/** One WebSocket for all tables. */
export function openLiveSocket(listener: LiveListener): LiveWire {
  const socket = new WebSocket(`${(connection.apiUrl || location.origin).replace(/^http/, 'ws')}/live_api/changes`);
  const { token } = connection;
  let greetedAt: number | null = null;
  const { end, watch, isOver } = watchOf(listener, () => socket.close());
  const ask = (message: object) => {
    if (greetedAt !== null && !isOver()) socket.send(JSON.stringify(message));
  };
  socket.onopen = () => socket.send(JSON.stringify({ app: connection.appId, token }));
  socket.onmessage = ({ data }) => {
    watch(SILENCE_MS, 'lost');
    if (greetedAt === null) {
      greetedAt = performance.now();
      for (const follow of listener.tables()) ask({ follow });
    }
    listener.onMessage(JSON.parse(String(data)) as LiveMessage);
  };
  socket.onclose = ({ code }) => end(endOf(code, greetedAt));
  watch(ANSWER_MS, 'blocked');
  return { token, follow: (follow) => ask({ follow }), leave: (leave) => ask({ leave }), close: () => end(null) };
}

function endOf(code: number, greetedAt: number | null): LiveEnd {
  if (code === UNUSABLE) return 'unusable';
  if (code === UNAUTHENTICATED) return 'unauthenticated';
  if (code === RESTART) return 'lost';
  return greetedAt === null || performance.now() - greetedAt < STEADY_MS ? 'blocked' : 'lost';
}
