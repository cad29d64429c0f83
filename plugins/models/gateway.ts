import { DomainError } from '@sayso/core';
import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
import type { Stream } from 'openai/core/streaming';
import type { ChatCompletionChunk, ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import type { ModelsConfig } from './config.ts';
import { ModelRateLimited, ModelRefused, ModelTimeout, ModelUnavailable } from './errors.ts';
import { costOf, estimateTokens } from './prices.ts';
import type { ModelEvent, ModelRequest, Usage } from './ref.ts';
import { pause, type RetryPolicy, retryAfterOf, retryDelay } from './retry.ts';
import { type Answer, emptyAnswer, readStream } from './stream.ts';

/** The calls that differ between a real model and the demo assistant; `service.ts` builds the rest on them. */
export interface ModelBackend {
  streamChat(request: ModelRequest): AsyncIterable<ModelEvent>;
  embed(texts: readonly string[]): Promise<number[][]>;
  list(): Promise<readonly { readonly id: string }[]>;
}

const embedBatch = 96;

/** Any OpenAI-compatible endpoint. */
export function openGateway(config: ModelsConfig): ModelBackend {
  const client = new OpenAI({
    // Local endpoints want no key, the client does.
    apiKey: config.OPENAI_API_KEY ?? 'none',
    ...(config.OPENAI_BASE_URL === undefined ? {} : { baseURL: config.OPENAI_BASE_URL }),
    // Retries are ours: they must stop at the first token.
    maxRetries: 0,
    timeout: config.MODEL_FIRST_TOKEN_TIMEOUT,
    logLevel: 'off',
  });
  const policy: RetryPolicy = { retries: 3, firstDelay: config.MODEL_RETRY_DELAY, maxDelay: 8000 };
  const patience = { firstTokenMs: config.MODEL_FIRST_TOKEN_TIMEOUT, idleMs: config.MODEL_IDLE_TIMEOUT };

  async function retrying<T>(signal: AbortSignal | undefined, call: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted();
      try {
        return await call();
      } catch (error) {
        signal?.throwIfAborted();
        const wait = isTransient(error) ? retryDelay(policy, attempt, retryAfterIn(error), Math.random) : null;
        if (wait === null) throw domainError(error, config);
        await pause(wait, signal);
      }
    }
  }

  /** An open stream and what it said first: everything that may still be retried has happened. */
  function begin(request: ModelRequest, answer: Answer): Promise<{ first: ModelEvent | null; rest: AsyncGenerator<ModelEvent> }> {
    return retrying(request.signal, async () => {
      Object.assign(answer, emptyAnswer());
      const options = request.signal ? { signal: request.signal } : {};
      const stream: Stream<ChatCompletionChunk> = await client.chat.completions.create(bodyOf(request, config), options);
      const rest = readStream(stream, answer, patience);
      const first = await rest.next();
      return { first: first.done ? null : first.value, rest };
    });
  }

  return {
    async *streamChat(request) {
      const answer = emptyAnswer();
      const { first, rest } = await begin(request, answer);
      try {
        if (first) yield first;
        for await (const event of rest) {
          yield event;
          request.signal?.throwIfAborted();
        }
      } catch (error) {
        request.signal?.throwIfAborted();
        throw domainError(error, config);
      } finally {
        await rest.return(undefined);
      }
      request.signal?.throwIfAborted();
      const reason = answer.finish ?? 'other';
      yield { type: 'finish', reason, usage: usageOf(request, answer, request.model ?? config.OPENAI_MODEL, reason) };
    },
    async embed(texts) {
      const vectors: number[][] = [];
      for (let start = 0; start < texts.length; start += embedBatch) {
        const input = texts.slice(start, start + embedBatch);
        const answer = await retrying(undefined, () =>
          client.embeddings.create({ model: config.OPENAI_EMBEDDING_MODEL, input, encoding_format: 'float' }),
        );
        if (answer.data?.length !== input.length) throw new ModelUnavailable('its answer holds the wrong number of vectors');
        vectors.push(...[...answer.data].sort((a, b) => a.index - b.index).map((item) => item.embedding));
      }
      return vectors;
    },
    async list() {
      const page = await retrying(undefined, () => client.models.list().then((models) => models.data));
      return page.map(({ id }) => ({ id }));
    },
  };
}

/** Reasoning models take neither a temperature nor `max_tokens`. */
const reasoningModel = /^(?:.*\/)?(?:o\d|gpt-5)/;

function bodyOf(request: ModelRequest, config: ModelsConfig): ChatCompletionCreateParamsStreaming {
  const model = request.model ?? config.OPENAI_MODEL;
  const reasons = reasoningModel.test(model);
  return {
    model,
    messages: request.messages.map(({ role, content }) => ({ role, content })),
    stream: true,
    stream_options: { include_usage: true },
    ...(request.temperature !== undefined && !reasons ? { temperature: request.temperature } : {}),
    ...(request.maxTokens === undefined ? {} : { [reasons ? 'max_completion_tokens' : 'max_tokens']: request.maxTokens }),
  };
}

function usageOf(request: ModelRequest, answer: Answer, asked: string, finishReason: string): Usage {
  const model = answer.model ?? asked;
  const promptTokens = answer.tokens?.prompt ?? estimateTokens(request.messages.map((message) => message.content).join('\n'));
  const completionTokens = answer.tokens?.completion ?? estimateTokens(answer.reasoning + answer.text);
  return {
    model,
    promptTokens,
    completionTokens,
    totalTokens: promptTokens + completionTokens,
    totalCost: costOf(model, promptTokens, completionTokens),
    finishReason,
  };
}

function isTransient(error: unknown): boolean {
  if (error instanceof ModelUnavailable) return true;
  if (error instanceof APIConnectionTimeoutError || error instanceof DomainError) return false;
  if (error instanceof APIError && error.status !== undefined) return error.status === 429 || error.status >= 500;
  // Network faults, a cut stream, a chunk that is no JSON.
  return true;
}

function retryAfterIn(error: unknown): number | null {
  return error instanceof APIError ? retryAfterOf(error.headers, Date.now()) : null;
}

function domainError(error: unknown, config: ModelsConfig): Error {
  if (error instanceof DomainError) return error;
  if (error instanceof APIConnectionTimeoutError) return new ModelTimeout('first token', config.MODEL_FIRST_TOKEN_TIMEOUT);
  if (error instanceof APIConnectionError) return new ModelUnavailable(causeOf(error), { cause: error });
  if (error instanceof APIError) {
    const detail = detailOf(error);
    if (error.status === 429) return new ModelRateLimited(detail);
    if (error.status === undefined || error.status >= 500) return new ModelUnavailable(detail, { cause: error });
    return new ModelRefused(detail);
  }
  const malformed = error instanceof SyntaxError;
  return new ModelUnavailable(malformed ? 'its answer could not be read' : 'its answer was cut off', { cause: error });
}

function detailOf(error: APIError): string | null {
  const body: unknown = error.error;
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : body;
  return typeof message === 'string' ? message : error.message || null;
}

function causeOf(error: Error): string {
  let inner: unknown = error;
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause;
  return inner instanceof Error && inner.message !== '' ? inner.message : 'the connection failed';
}
