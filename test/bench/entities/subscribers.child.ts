import { type IncomingMessage, request } from 'node:http';
import { type Side, type Subscription, send } from './side.ts';

// Holds many streams of server-sent events; reports when each of them has delivered the expected row.

interface Start extends Pick<Side, 'origin' | 'headers'> {
  readonly subscription: Subscription;
  readonly subscribers: number;
}

let expected = '';
let missing = 0;
let total = 0;

function listen(stream: IncomingMessage): void {
  let seen = '';
  let rest = '';
  stream.on('data', (chunk: string) => {
    if (seen === expected) return;
    rest += chunk;
    if (!rest.includes(expected)) {
      // An id may be split between two chunks.
      rest = rest.slice(-expected.length);
      return;
    }
    rest = '';
    seen = expected;
    missing -= 1;
    if (missing === 0) process.send?.('delivered');
  });
}

async function subscribe({ origin, headers, subscription }: Start): Promise<void> {
  const { hostname, port } = new URL(origin);
  const options = { hostname, port, path: subscription.path, headers: { ...headers, accept: 'text/event-stream' }, agent: false };
  const stream = await new Promise<IncomingMessage>((resolve, reject) => void request(options, resolve).on('error', reject).end());
  if (stream.statusCode !== 200) throw new Error(`${subscription.path} answered ${stream.statusCode}.`);
  stream.setEncoding('utf8');
  if (subscription.confirm) {
    const { path, table } = subscription.confirm;
    const clientId = await new Promise((resolve) => {
      stream.once('data', (chunk: string) => resolve(/"clientId":"([^"]+)"/.exec(chunk)?.[1]));
    });
    await send({ origin, headers }, { method: 'POST', path, body: { clientId, subscriptions: [`${table}/*`] } });
  }
  listen(stream);
}

process.on('message', async (message: Start | { readonly expect: string }) => {
  if ('expect' in message) {
    expected = message.expect;
    missing = total;
    process.send?.('expecting');
    return;
  }
  total = message.subscribers;
  for (let open = 0; open < total; open += 50) {
    await Promise.all(Array.from({ length: Math.min(50, total - open) }, () => subscribe(message)));
  }
  process.send?.('subscribed');
});
