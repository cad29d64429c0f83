import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** TCP proxy that cuts connections on demand. */
export interface CuttingProxy extends AsyncDisposable {
  /** The server's URL, through the proxy. */
  readonly url: string;
  /** Number of connections cut so far. */
  readonly cuts: number;
  /** Cuts each new connection after this many bytes of the server's response; null: never. */
  cutAfter(next: (() => number) | null): void;
  /** Cuts all open connections. */
  cutNow(): void;
}

/** Forwards bytes in both directions. A cut destroys both sockets at once at any byte, like a network failure. */
export async function openCuttingProxy(target: string): Promise<CuttingProxy> {
  const { port } = new URL(target);
  const open = new Set<Socket>();
  let next: (() => number) | null = null;
  let cuts = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(port), '127.0.0.1');
    let left = next?.() ?? Number.POSITIVE_INFINITY;
    const end = () => {
      client.destroy();
      upstream.destroy();
      open.delete(client);
    };
    open.add(client);
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
    client.on('data', (bytes) => void upstream.write(bytes));
    upstream.on('data', (bytes) => {
      if (bytes.length < left) {
        left -= bytes.length;
        client.write(bytes);
        return;
      }
      upstream.destroy();
      cuts += 1;
      // Bytes before the cut are delivered.
      client.write(bytes.subarray(0, left), end);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cutNow = () => {
    cuts += open.size;
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    get cuts() {
      return cuts;
    },
    cutAfter(after) {
      next = after;
    },
    cutNow,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
