import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** Calls an app's own origin as a browser does, without a DNS lookup. */
export async function fetchAt(
  origin: string,
  path: string,
  init: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> } = {},
) {
  const { host, port } = new URL(origin);
  const json = init.body === undefined ? undefined : JSON.stringify(init.body);
  const headers = { host, ...(json === undefined ? {} : { 'content-type': 'application/json' }), ...init.headers };
  const answer = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    const method = json === undefined ? 'GET' : 'POST';
    request({ hostname: '127.0.0.1', port, path, method, headers }, resolve).on('error', reject).end(json);
  });
  const given = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  const body = await buffer(answer);
  return new Response(new Uint8Array(body), { status: answer.statusCode ?? 500, headers: given });
}

/** Verifier that the page starting a log-in keeps, and the challenge that it sends (RFC 7636, S256). */
export function pkce(): { readonly codeVerifier: string; readonly codeChallenge: string } {
  const codeVerifier = randomBytes(32).toString('base64url');
  return { codeVerifier, codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url') };
}
