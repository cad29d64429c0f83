import { WebSocket } from 'ws';
import type { Data } from '../security/world.ts';

export interface SocketOptions {
  /** Of either host. */
  readonly serverUrl: string;
  readonly appId: string;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A raw Socket.IO client, protocol 5. `messages`: the events that it has got. Resolves once it is connected or refused. */
export async function openSocket({ serverUrl, appId, token = 'undefined', headers = {} }: SocketOptions) {
  const query = new URLSearchParams({ EIO: '4', transport: 'websocket', app_id: appId, token });
  const socket = new WebSocket(`${serverUrl.replace('http', 'ws')}/ws-user-apps/socket.io/?${query}`, { headers: { ...headers } });
  const messages: Data[] = [];
  const state = { isClosed: false, isConnected: false, refusal: '' };
  const settled = Promise.withResolvers<void>();
  socket.on('message', (raw) => {
    const text = String(raw);
    if (text.startsWith('0')) socket.send('40');
    if (text === '2') socket.send('3');
    if (text.startsWith('40')) state.isConnected = true;
    if (text.startsWith('44')) state.refusal = JSON.parse(text.slice(2)).message;
    if (text.startsWith('40') || text.startsWith('44')) settled.resolve();
    if (text.startsWith('42')) messages.push(JSON.parse(text.slice(2)));
  });
  socket.on('error', (error) => {
    state.refusal = error.message;
    settled.resolve();
  });
  socket.on('close', () => {
    state.isClosed = true;
    settled.resolve();
  });
  await settled.promise;
  const emit = (...event: unknown[]) => socket.send(`42${JSON.stringify(event)}`);
  const join = (entity: string, room = appId) => emit('join', `entities:${room}:${entity}`);
  /** The changes of rows so far. */
  const changes = (): Data[] => messages.filter(([event]) => event === 'update_model').map(([, { data }]) => JSON.parse(data));
  return { socket, messages, state, emit, join, changes };
}
