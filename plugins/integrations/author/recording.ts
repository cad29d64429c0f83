import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { request } from 'undici';
import { z } from 'zod';
import { RequestFailed } from '../sandbox/errors.ts';
import type { Answer, Send } from '../sandbox/fetch.ts';

const recordedRequest = z.strictObject({
  method: z.string().default('GET'),
  url: z.string(),
  /** Headers that the request has to have, in any case; others are not compared. */
  headers: z.record(z.string(), z.string()).default({}),
  /** A text, or the value of a JSON body. */
  body: z.unknown().optional(),
});

const recordedAnswer = z.strictObject({
  status: z.number().int().min(200).max(599).default(200),
  headers: z.record(z.string(), z.string()).default({}),
  /** A text, or a value that is sent as JSON. */
  body: z.unknown().optional(),
  /** In place of `body`: bytes that are no text. */
  base64: z.base64().optional(),
});

export const exchange = z.strictObject({ request: recordedRequest, answer: recordedAnswer });
export type Exchange = z.output<typeof exchange>;

/** A call of an endpoint, what servers answered to its requests, and what came of it. */
export const recordedCall = z.strictObject({
  endpoint: z.string(),
  settings: z.record(z.string(), z.unknown()).default({}),
  input: z.record(z.string(), z.unknown()).default({}),
  requests: z.array(exchange).max(20).default([]),
  output: z.unknown().optional(),
  /** The sentence of a call that fails, in place of its output. */
  error: z.string().optional(),
});
export type RecordedCall = z.output<typeof recordedCall>;

/** The value of a secret in recordings. */
export const placeholderOf = (secret: string): string => `recorded-${secret}`;

/** Answers of servers that code may need later; dates, cookies and the like differ with each call. */
const KEPT_HEADERS = /^(?:content-type|etag|link|location|retry-after)$/;
const MAX_RECORDED_BYTES = 5_000_000;

/** Recorded answers, and how the requests of a call differed from the recorded ones. */
export interface Replay {
  readonly send: Send;
  /** The first request that was not as recorded. */
  problem(): string | null;
  /** That recorded requests were not sent. */
  unsent(): string | null;
}

/** Answers requests from a recording, in its order. */
export function replay(exchanges: readonly Exchange[]): Replay {
  let next = 0;
  let problem: string | null = null;
  const refuse = (sentence: string): never => {
    problem ??= sentence;
    throw new RequestFailed(sentence);
  };
  return {
    send: async (url, { method, headers, body }) => {
      const recorded = exchanges[next];
      const sent = `${method} ${url.href}`;
      if (recorded === undefined) return refuse(`There is no recorded answer for request ${next + 1}, ${sent}.`);
      next += 1;
      const difference = differenceOf(recorded.request, { sent, headers: pairsOf(headers), body: textOf(body) });
      return difference === null ? answerOf(recorded.answer) : refuse(`Request ${next} is not as recorded: ${difference}`);
    },
    problem: () => problem,
    unsent: () => (next >= exchanges.length ? null : `Recorded requests: ${exchanges.length}; sent: ${next}.`),
  };
}

interface SentRequest {
  readonly sent: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

function differenceOf({ method, url, headers, body }: Exchange['request'], actual: SentRequest): string | null {
  const expected = `${method} ${url}`;
  if (expected !== actual.sent) return `${actual.sent} instead of ${expected}.`;
  for (const [name, value] of Object.entries(headers)) {
    const found = actual.headers.get(name.toLowerCase());
    if (found !== value) return `the header ${name} is ${JSON.stringify(found ?? null)} instead of ${JSON.stringify(value)}.`;
  }
  if (body === undefined || isDeepStrictEqual(parsed(actual.body), body) || actual.body === body) return null;
  return `the body is ${actual.body.slice(0, 500)} instead of ${JSON.stringify(body).slice(0, 500)}.`;
}

/** Keeps secrets out of recordings. */
export interface Hiding {
  /** The text without any secret. */
  hide(text: string): string;
  /** Whether bytes that are no text hold a secret. */
  isIn(bytes: Buffer): boolean;
}

/** Sends requests to the servers, and keeps them with their answers in `exchanges`. */
export function record(exchanges: Exchange[], { hide, isIn }: Hiding): Send {
  return async (url, options) => {
    const { statusCode, headers, body } = await request(url, options);
    const bytes = await bytesOf(body, url);
    const text = bytes.toString();
    const isText = Buffer.from(text).equals(bytes);
    if (!isText && isIn(bytes)) throw new RequestFailed(`${url.hostname} answered with a secret.`);
    const answer = {
      status: statusCode,
      headers: keptHeaders(headers, hide),
      ...(isText ? bodyOf(hide(text)) : { base64: bytes.toString('base64') }),
    };
    const sent = { method: options.method, url: hide(url.href), headers: {}, ...bodyOf(hide(textOf(options.body))) };
    exchanges.push({ request: sent, answer });
    return answerOf(answer);
  };
}

async function bytesOf(body: AsyncIterable<Buffer>, { hostname }: URL): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_RECORDED_BYTES) throw new RequestFailed(`${hostname} answered with more than ${MAX_RECORDED_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function keptHeaders(headers: Answer['headers'], hide: (text: string) => string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      KEPT_HEADERS.test(name) && typeof value === 'string' ? [[name, hide(value)] as const] : [],
    ),
  );
}

function bodyOf(text: string): { readonly body?: unknown } {
  return text === '' ? {} : { body: parsed(text) };
}

function answerOf({ status, headers, body, base64 }: Exchange['answer']): Answer {
  const isJson = body !== undefined && typeof body !== 'string';
  const text = isJson ? JSON.stringify(body) : (body ?? '');
  const stream = Readable.from([base64 === undefined ? Buffer.from(text as string) : Buffer.from(base64, 'base64')]);
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    statusCode: status,
    headers: { ...(isJson ? { 'content-type': 'application/json' } : {}), ...Object.fromEntries(named) },
    body: Object.assign(stream, { dump: async () => void stream.resume() }),
  };
}

function pairsOf(headers: readonly string[]): ReadonlyMap<string, string> {
  return new Map(headers.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), headers[at + 1] ?? ''] as const] : [])));
}

function textOf(body: string | Buffer | null): string {
  return body === null ? '' : body.toString();
}

/** The value of a JSON object or list, or else the text. */
function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
