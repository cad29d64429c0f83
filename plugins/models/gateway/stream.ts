import type { Stream } from 'openai/core/streaming';
import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import type { CompletionUsage } from 'openai/resources/completions';
import pTimeout from 'p-timeout';
import { ModelCutOff, ModelTimeout, ModelUnavailable } from '../errors.ts';
import type { ModelEvent } from '../ref.ts';
import type { CountedTokens } from './prices.ts';
import { Sources } from './sources.ts';
import { Thoughts } from './thoughts.ts';

type FinishReason = Extract<ModelEvent, { type: 'finish' }>['reason'];

/** The state of one answer; filled while it streams. */
export interface Answer {
  text: string;
  reasoning: string;
  /** Any text or reasoning has arrived, including text withheld as a possible tag. */
  hasBegun: boolean;
  finish: FinishReason | null;
  /** The model as the endpoint names it; null until then. */
  model: string | null;
  tokens: CountedTokens | null;
}

export interface TimeOuts {
  readonly firstTokenMs: number;
  readonly idleMs: number;
}

export function emptyAnswer(): Answer {
  return { text: '', reasoning: '', hasBegun: false, finish: null, model: null, tokens: null };
}

/** Endpoints disagree on the name of a reasoning delta. */
type Delta = ChatCompletionChunk.Choice.Delta & { readonly reasoning_content?: string | null; readonly reasoning?: string | null };

/** Yields text, reasoning and sources of a stream, and records them in `answer`. Rejects when it stalls, or ends without a finish reason. */
export async function* readStream(stream: Stream<ChatCompletionChunk>, answer: Answer, timeOuts: TimeOuts): AsyncGenerator<ModelEvent> {
  const iterator = stream[Symbol.asyncIterator]();
  const deadline = performance.now() + timeOuts.firstTokenMs;
  const thoughts = new Thoughts();
  const sources = new Sources();
  try {
    while (true) {
      const hasBegun = answer.hasBegun;
      const next = await pTimeout(iterator.next(), {
        milliseconds: hasBegun ? timeOuts.idleMs : Math.max(1, deadline - performance.now()),
        fallback: () => {
          throw hasBegun ? new ModelTimeout('idle', timeOuts.idleMs) : new ModelTimeout('first token', timeOuts.firstTokenMs);
        },
      });
      if (next.done) break;
      yield* chunkEvents(next.value, answer, thoughts);
      for (const source of sources.in(next.value)) yield { type: 'source', ...source };
    }
  } catch (error) {
    // The answer is complete; only the usage after it was lost.
    if (answer.finish === null) throw error;
  } finally {
    stream.controller.abort();
  }
  const ended = 'its answer ended without saying that it is complete';
  if (answer.finish === null) throw answer.hasBegun ? new ModelCutOff(ended) : new ModelUnavailable(ended);
  yield* contentEvents(thoughts.end(), answer);
}

function* chunkEvents(chunk: ChatCompletionChunk, answer: Answer, thoughts: Thoughts): Generator<ModelEvent> {
  answer.model = chunk.model || answer.model;
  if (chunk.usage) answer.tokens = countedTokens(chunk.usage);
  const choice = chunk.choices?.[0];
  if (!choice) return;
  const delta = choice.delta as Delta | undefined;
  const reasoning = delta?.reasoning_content || delta?.reasoning;
  if (reasoning) yield* contentEvents({ reasoning, text: '' }, answer);
  const text = delta?.content || delta?.refusal;
  if (text) {
    answer.hasBegun = true;
    yield* contentEvents(thoughts.push(text), answer);
  }
  if (choice.finish_reason) answer.finish = finishReasonOf(choice.finish_reason);
}

/** Endpoints disagree on the names of the tokens of a cache, too. */
type CacheUsage = CompletionUsage & {
  readonly prompt_tokens_details?: { readonly cache_write_tokens?: number };
  readonly cache_read_input_tokens?: number;
  readonly cache_creation_input_tokens?: number;
  readonly prompt_cache_hit_tokens?: number;
};

function countedTokens(usage: CacheUsage): CountedTokens {
  const details = usage.prompt_tokens_details;
  return {
    prompt: usage.prompt_tokens,
    completion: usage.completion_tokens,
    cacheRead: details?.cached_tokens ?? usage.cache_read_input_tokens ?? usage.prompt_cache_hit_tokens ?? null,
    cacheWrite: details?.cache_write_tokens ?? usage.cache_creation_input_tokens ?? null,
  };
}

function* contentEvents({ reasoning, text }: { readonly reasoning: string; readonly text: string }, answer: Answer): Generator<ModelEvent> {
  answer.hasBegun ||= reasoning !== '';
  answer.reasoning += reasoning;
  answer.text += text;
  if (reasoning !== '') yield { type: 'reasoning', text: reasoning };
  if (text !== '') yield { type: 'text', text };
}

function finishReasonOf(reason: string): FinishReason {
  if (reason === 'stop' || reason === 'length') return reason;
  return reason === 'content_filter' ? 'content-filter' : 'other';
}
