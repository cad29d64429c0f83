import { createSign, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';

export interface TlsProxy extends AsyncDisposable {
  /** `https://localhost:<port>`. */
  readonly url: string;
}

/**
 * A proxy that ends TLS, as Caddy or nginx do before the product. `port`: of the server, read for each request, since servers may start later.
 * Clients of the test trust any certificate (`NODE_TLS_REJECT_UNAUTHORIZED`).
 */
export async function openTlsProxy(port: () => number): Promise<TlsProxy> {
  const open = new Set<Duplex>();
  const server = createServer(selfSigned(), (incoming, outgoing) => {
    const headers = { ...incoming.headers, 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1' };
    const { method, url: path } = incoming;
    const upstream = request({ host: '127.0.0.1', port: port(), method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    upstream.on('error', () => outgoing.destroy());
    incoming.pipe(upstream);
  });
  server.on('upgrade', (incoming, socket, head) => {
    const upstream = connect(port(), '127.0.0.1');
    const ways: readonly (readonly [Duplex, Duplex])[] = [
      [upstream, socket],
      [socket, upstream],
    ];
    for (const [one, other] of ways) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
    const lines = Object.entries(incoming.headers).map(([name, value]) => `${name}: ${value}\r\n`);
    upstream.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('')}x-forwarded-proto: https\r\n\r\n`);
    upstream.write(head);
    upstream.pipe(socket);
    socket.pipe(upstream);
  });
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A certificate for `localhost` of one day (X.509, version 1), which no client trusts. */
function selfSigned(): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const ecdsaWithSha256 = der(0x30, der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
  const commonName = der(0x30, der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from('localhost')));
  const name = der(0x30, der(0x31, commonName));
  const validity = der(0x30, time(-1), time(1));
  const subjectKey = publicKey.export({ type: 'spki', format: 'der' });
  const signed = der(0x30, der(0x02, Buffer.from([1])), ecdsaWithSha256, name, validity, name, subjectKey);
  const signature = createSign('sha256').update(signed).sign(privateKey);
  const certificate = der(0x30, signed, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature));
  const cert = `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert };
}

/** A value of ASN.1 in DER. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const value = Buffer.concat(parts);
  const { length } = value;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}

/** UTCTime, so many days from now. */
function time(days: number): Buffer {
  const text = new Date(Date.now() + days * 86_400_000).toISOString();
  return der(0x17, Buffer.from(`${text.slice(2, 19).replace(/[-T:]/g, '')}Z`));
}
