import type { Source } from '@sayso/models/ref';
import type { ChatEvent, TurnState } from '../collections.ts';
import type { TurnNews } from '../turns/follow.ts';
import { isInFlight } from '../turns/state-machine.ts';
import type { MessageView, TurnView } from '../turns/view.ts';

/** The header by which AI SDK clients recognize its data stream. */
export const DATA_STREAM_HEADERS = {
  'content-type': 'text/plain; charset=utf-8',
  'x-vercel-ai-data-stream': 'v1',
  'cache-control': 'no-store',
  // Keeps proxies from buffering the response.
  'x-accel-buffering': 'no',
} as const;

/** What the specification says about a turn that failed. */
const RATE_LIMITED = 'Rate limit exceeded. Please try again later.';
const FAILED = 'An error occurred while processing your request please try again later.';

/**
 * Status at the end of a stream whose answer is not complete: this server drains, or the answer was reset. Clients resume the stream, at
 * any server.
 */
const MOVED = 'moved';

/**
 * A turn in the AI SDK 4 data stream protocol, version 1: text as the model writes it, tags included (`0:`), reasoning (`g:`), sources (`h:`),
 * status (`2:`), annotations of the message (`8:`), steps and the end (`f:`, `e:`, `d:`), or an error (`3:`).
 */
export async function* dataStream(first: TurnView, news: AsyncIterable<TurnNews>): AsyncGenerator<string> {
  yield part('f', { messageId: first.assistantMessage.id });
  let last = first;
  let hasBegun = false;
  for await (const { event, turn } of news) {
    // What was sent cannot be reset.
    if (event.isReset && hasBegun) break;
    hasBegun ||= event.raw !== undefined;
    yield* eventParts(event);
    if (turn === null) continue;
    last = turn;
    yield part('2', [{ type: 'status', turnId: turn.id, status: turn.status }]);
  }
  if (isInFlight(last.status)) {
    yield part('2', [{ type: 'status', turnId: last.id, status: MOVED }]);
    return;
  }
  yield part('8', [annotation(last)]);
  if (last.status === 'failed') {
    yield part('3', failureText(last));
    return;
  }
  const end = { finishReason: finishReason(last), usage: tokens(last.usage) };
  yield part('e', { ...end, isContinued: false });
  yield part('d', end);
}

function* eventParts({ kind, delta, raw, source }: ChatEvent): Generator<string> {
  if (kind === 'reasoning' && delta !== undefined && delta !== '') yield part('g', delta);
  if (raw !== undefined && raw !== '') yield part('0', raw);
  if (source !== undefined) yield part('h', uiSource(source));
}

/** A source as the AI SDK has it. */
export function uiSource({ url, title }: Source): Record<string, string> {
  return { sourceType: 'url', id: url, url, title };
}

/** The annotations that the specification keeps with a message, also on later reads. */
export function messageAnnotation({ versionId, status, usage, quotaCost, createdAt, parts }: Annotated): Record<string, unknown> {
  const record = usage && { ...usage, modelInfo: { model: usage.model }, timestamp: createdAt };
  return { versionId, status, usage: record, quotaCost: quotaCost ?? null, systemActionInfo: systemActionInfo(parts) };
}

type Annotated = Pick<MessageView, 'versionId' | 'status' | 'usage' | 'quotaCost' | 'createdAt' | 'parts'>;

/** The actions of a message as the specification describes them, without their contents, which its parts have; null for one without any. */
function systemActionInfo(parts: MessageView['parts']): object | null {
  const actions = parts.flatMap((one) => {
    if (one.kind !== 'action') return [];
    const { type, title, file, status, error } = one.action;
    return [{ type, title, file, status, error, isComplete: status !== 'streaming', isTruncated: status === 'truncated' }];
  });
  return actions.length === 0 ? null : { actions };
}

export function failureText({ errorCode }: TurnState): string {
  return errorCode === 'model-rate-limited' ? RATE_LIMITED : FAILED;
}

/** What the end of a stream says about its turn. */
export function annotation({ id, status, versionId, usage, error, errorCode, confirmations, assistantMessage }: TurnView): object {
  const { createdAt, quotaCost, parts } = assistantMessage;
  return { turnId: id, ...messageAnnotation({ versionId, status, usage, quotaCost, createdAt, parts }), error, errorCode, confirmations };
}

export function finishReason({ status, usage }: TurnState): 'stop' | 'length' | 'other' {
  if (status === 'truncated') return 'length';
  if (status === 'stopped') return 'other';
  return usage?.finishReason === 'stop' || usage === null ? 'stop' : 'other';
}

function tokens(usage: TurnState['usage']): { promptTokens: number; completionTokens: number } {
  return { promptTokens: usage?.promptTokens ?? 0, completionTokens: usage?.completionTokens ?? 0 };
}

function part(code: string, value: unknown): string {
  return `${code}:${JSON.stringify(value)}\n`;
}
