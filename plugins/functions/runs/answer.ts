import { z } from 'zod';

const headers = z.array(z.tuple([z.string(), z.string()]));
/** What a bundle answers: the sandbox runs code of the app, so its shape is checked. */
const functionAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('value'), value: z.unknown().optional() }),
  z.object({ kind: z.literal('response'), status: z.number().int().min(200).max(599), headers, body: z.string(), isBase64: z.boolean() }),
]);

/** An answer as it is sent: of an app's code, so browsers never run it as a page. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** One type: browsers take the last one of a list. */
const ONE_TYPE = /^[\w.+/-]+(?: *; *[\w-]+=(?:[\w.+-]+|"[\w .+-]*"))*$/;
/** Types that functions may send; others are sent as plain text, or as bytes to download. */
const TYPES =
  /^(?:application\/(?:json|xml|rss\+xml|atom\+xml|ld\+json|problem\+json|calendar\+json)|text\/(?:plain|csv|calendar|markdown|xml))\s*(?:;|$)/i;
const BINARY_TYPES =
  /^(?:application\/(?:pdf|zip|gzip|octet-stream|vnd\.openxmlformats-officedocument\.[\w.]+)|image\/(?:png|jpeg|gif|webp|avif)|(?:audio|video)\/[\w.+-]+|font\/[\w-]+)\s*(?:;|$)/i;
/**
 * Headers that functions may set. Cookies, redirects, policies and lengths are the server's; and reverse proxies act on some of their own, such as
 * `X-Accel-Redirect` and `X-Sendfile`, which answer with a file of the machine.
 */
const HEADERS =
  /^(?:cache-control|content-disposition|content-language|etag|last-modified|retry-after|x-(?!frame|content-type|powered|forwarded|request|accel|.*sendfile|.*send-file|litespeed|reproxy|proxy|original|rewrite|real|http-method|middleware|cache|xss|permitted|dns)[\w-]+)$/i;
/** What Node refuses to send in a header. */
const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/;
const MAX_HEADERS = 20;
const MAX_HEADER = 1000;

/** Reads what a function answered; null for anything else. */
export function readAnswer(value: unknown): HttpAnswer | null {
  const { success, data } = functionAnswer.safeParse(value);
  if (!success) return null;
  if (data.kind === 'value')
    return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body: jsonOf(data.value) };
  const given = data.headers.slice(0, MAX_HEADERS).filter(([, text]) => text.length <= MAX_HEADER && !UNSENDABLE.test(text));
  const stated = given.find(([name]) => name.toLowerCase() === 'content-type')?.[1].trim() ?? '';
  const type = ONE_TYPE.test(stated) ? stated : '';
  const kept = Object.fromEntries(given.filter(([name]) => HEADERS.test(name)));
  const { status, body, isBase64 } = data;
  // A PDF may be text throughout.
  if (BINARY_TYPES.test(type)) return { status, headers: { ...kept, 'content-type': type }, body: bytesOf(data) };
  if (isBase64) return { status, headers: { ...kept, 'content-type': 'application/octet-stream' }, body: bytesOf(data) };
  return { status, headers: { ...kept, 'content-type': TYPES.test(type) ? type : 'text/plain; charset=utf-8' }, body };
}

function bytesOf({ body, isBase64 }: { readonly body: string; readonly isBase64: boolean }): Buffer {
  return Buffer.from(body, isBase64 ? 'base64' : 'utf8');
}

/** What an answer says, for people and for functions that called the function. */
export function textOf({ body, headers }: HttpAnswer): string {
  return typeof body === 'string' ? body : `${body.length} bytes (${headers['content-type'] ?? ''})`;
}

/** `undefined` is null in JSON. */
function jsonOf(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}
