import type { ChatEvent } from '../collections.ts';
import type { Action, MessagePart } from '../ref.ts';
import type { LivePart } from '../turns/draft.ts';
import type { TurnNews } from '../turns/follow.ts';
import { isInFlight } from '../turns/state-machine.ts';
import type { TurnView } from '../turns/view.ts';
import { annotation, failureText, finishReason } from './data-stream.ts';

/** The header by which clients recognize a UI message stream. */
export const MESSAGE_STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'x-vercel-ai-ui-message-stream': 'v1',
  'cache-control': 'no-store',
  // Keeps proxies from buffering the response.
  'x-accel-buffering': 'no',
} as const;

const MOVED = 'The answer is still being written, but no longer sent on this connection. Resume the stream to read it.';
const NOT_DONE = 'This was not carried out.';

const DONE = 'data: [DONE]\n\n';

/**
 * A turn in the UI message stream protocol, version 1, of AI SDK 5 and later. The parts are those of the message: text without tags,
 * reasoning, sources, actions as tools that the server executes, and `data-suggestion`, `data-question`, `data-option` and `data-choice`.
 * The metadata of the message have each status, and at the end what the data stream has as its annotation.
 */
export async function* messageStream(first: TurnView, news: AsyncIterable<TurnNews>): AsyncGenerator<string> {
  const parts = new PartStream(first.id);
  yield chunk({ type: 'start', messageId: first.assistantMessage.id, messageMetadata: { turnId: first.id, status: first.status } });
  let last = first;
  for await (const { event, turn } of news) {
    // What was sent cannot be reset.
    if (event.isReset && !parts.isEmpty) break;
    yield* parts.add(event);
    if (turn === null) continue;
    last = turn;
    if (isInFlight(turn.status)) yield metadata({ status: turn.status });
  }
  if (!isInFlight(last.status)) yield* parts.settle(last);
  yield* parts.close();
  if (isInFlight(last.status)) {
    yield chunk({ type: 'error', errorText: MOVED });
  } else {
    yield metadata(annotation(last));
    if (last.status === 'failed') yield chunk({ type: 'error', errorText: failureText(last) });
    else yield chunk({ type: 'finish', finishReason: finishReason(last) });
  }
  yield DONE;
}

/** Parts of a message as chunks. A text or reasoning is open while its deltas arrive; no other part is sent within it. */
class PartStream {
  readonly #turnId: string;
  readonly #actions = new Map<number, Action>();
  readonly #seen = new Set<number>();
  #open: { readonly kind: 'text' | 'reasoning'; readonly partIndex: number; readonly id: string } | null = null;
  #opened = 0;

  constructor(turnId: string) {
    this.#turnId = turnId;
  }

  get isEmpty(): boolean {
    return this.#seen.size === 0;
  }

  *add({ kind, partIndex, delta = '', action, source }: ChatEvent): Generator<string> {
    if (partIndex === undefined || kind === 'turn') return;
    if (kind === 'action') {
      if (action !== undefined) yield* this.#part(partIndex, { kind, action });
    } else if (kind === 'source') {
      if (source !== undefined) yield* this.#part(partIndex, { kind, source });
    } else yield* this.#part(partIndex, { kind, text: delta });
  }

  /** Sends the parts that no event had, because events expire, and what became of the actions. */
  *settle(turn: TurnView): Generator<string> {
    for (const [partIndex, part] of turn.assistantMessage.parts.entries()) {
      if (!this.#seen.has(partIndex)) yield* this.#part(partIndex, withoutLines(part));
    }
    yield* this.close();
    for (const [partIndex, { status }] of this.#actions) {
      const toolCallId = this.#callId(partIndex);
      if (status === 'failed' || status === 'truncated') continue;
      if (turn.status === 'ready' && status === 'complete') {
        yield chunk({ type: 'tool-output-available', toolCallId, output: { versionId: turn.versionId }, ...executed });
      } else if (turn.status !== 'waiting') {
        yield chunk({ type: 'tool-output-error', toolCallId, errorText: turn.error ?? NOT_DONE, ...executed });
      }
    }
  }

  *close(): Generator<string> {
    if (this.#open !== null) yield chunk({ type: `${this.#open.kind}-end`, id: this.#open.id });
    this.#open = null;
  }

  *#part(partIndex: number, part: MessagePart): Generator<string> {
    if (part.kind === 'text' || part.kind === 'reasoning') {
      if (part.text !== '') yield* this.#text(part.kind, partIndex, part.text);
      return;
    }
    yield* this.close();
    if (part.kind === 'action') yield* this.#action(partIndex, part.action);
    else if (part.kind === 'source') {
      const { url, title } = part.source;
      yield chunk({ type: 'source-url', sourceId: url, url, title });
    } else yield chunk({ type: `data-${part.kind}`, id: this.#callId(partIndex), data: { text: part.text } });
    this.#seen.add(partIndex);
  }

  *#text(kind: 'text' | 'reasoning', partIndex: number, delta: string): Generator<string> {
    if (this.#open?.partIndex !== partIndex || this.#open.kind !== kind) {
      yield* this.close();
      this.#opened += 1;
      this.#open = { kind, partIndex, id: String(this.#opened) };
      yield chunk({ type: `${kind}-start`, id: this.#open.id });
    }
    this.#seen.add(partIndex);
    yield chunk({ type: `${kind}-delta`, id: this.#open.id, delta });
  }

  /**
   * An action has its input from its beginning on, and the whole input once it is complete: clients that resume a stream add a replayed
   * part to one whose input is still streaming.
   */
  *#action(partIndex: number, action: Action): Generator<string> {
    const before = this.#actions.get(partIndex);
    this.#actions.set(partIndex, action);
    if (before?.status === 'streaming' && action.status === 'streaming') return;
    const toolCallId = this.#callId(partIndex);
    const { type: toolName, file, title, content, status, error } = action;
    const input = { file, title, ...(status === 'streaming' ? {} : { content }) };
    yield chunk({ type: 'tool-input-available', toolCallId, toolName, input, ...executed });
    if (status === 'failed' || status === 'truncated') {
      yield chunk({ type: 'tool-output-error', toolCallId, errorText: error ?? NOT_DONE, ...executed });
    }
  }

  #callId(partIndex: number): string {
    return `${this.#turnId}:${partIndex}`;
  }
}

/** Tools of the server: clients neither execute them nor wait for their results. */
const executed = { providerExecuted: true } as const;

function withoutLines(part: LivePart): MessagePart {
  return part.kind === 'action' ? { kind: 'action', action: part.action } : part;
}

function metadata(messageMetadata: object): string {
  return chunk({ type: 'message-metadata', messageMetadata });
}

function chunk(value: { readonly type: string; readonly [key: string]: unknown }): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}
