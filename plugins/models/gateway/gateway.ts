import { storeNow } from '@sayso/core';
import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
import type { Stream } from 'openai/core/streaming';
import type {
  ChatCompletionChunk,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import type { ModelsConfig } from '../config.ts';
import { ModelCutOff, ModelError, ModelMakesNoImages, ModelTimeout, ModelUnavailable, ModelUnreachable } from '../errors.ts';
import type { ModelBackend, ModelEvent, ModelMessage, ModelRequest, ModelsApi, Usage } from '../ref.ts';
import { OPENAI_ENDPOINT } from '../settings/input.ts';
import type { Connection } from '../settings/settings.ts';
import { fetchModel } from './fetch.ts';
import { imageBody, imageIn, imageUsage } from './images.ts';
import { estimateTokens, usageRecord } from './prices.ts';
import { refusalOf } from './refusal.ts';
import { pause, type RetryPolicy, retryAfterOf, retryDelay } from './retry.ts';
import { type Answer, emptyAnswer, readStream } from './stream.ts';

/** The calls that differ between an endpoint and a backend of another plugin; `service.ts` implements the rest with them. */
export type ModelCalls = Pick<ModelBackend, 'streamChat' | 'embed' | 'list'> & Pick<ModelsApi, 'generateImage'>;

const OPENAI_IMAGES = 'gpt-image-1';

export interface GatewayOptions {
  readonly connection: Connection;
  readonly limits: Pick<
    ModelsConfig,
    'OPENAI_FIRST_TOKEN_TIMEOUT' | 'MODEL_IDLE_TIMEOUT' | 'MODEL_RETRY_DELAY' | 'OPENAI_EMBEDDING_MODEL' | 'OPENAI_IMAGE_MODEL'
  >;
  /** Attempts after the first one. Default 3. */
  readonly retries?: number;
}

const embedBatch = 96;

/** A client of any OpenAI-compatible endpoint. */
export function openGateway({ connection, limits, retries = 3 }: GatewayOptions): ModelCalls {
  const firstTokenMs = limits.OPENAI_FIRST_TOKEN_TIMEOUT * 1000;
  const client = new OpenAI({
    // The client requires a key, local endpoints do not.
    apiKey: connection.key ?? 'none',
    baseURL: connection.endpoint,
    // Retried here instead: retries must stop at the first token.
    maxRetries: 0,
    timeout: firstTokenMs,
    logLevel: 'off',
    fetch: fetchModel,
  });
  const policy: RetryPolicy = { retries, firstDelay: limits.MODEL_RETRY_DELAY, maxDelay: 8000 };
  const timeOuts = { firstTokenMs, idleMs: limits.MODEL_IDLE_TIMEOUT };

  async function retrying<T>(
    call: () => Promise<T>,
    { model = connection.model, signal, onRetry }: Pick<ModelRequest, 'model' | 'signal' | 'onRetry'>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted();
      try {
        return await call();
      } catch (thrown) {
        signal?.throwIfAborted();
        const error = translate(thrown, { model, hasBegun: false });
        const wait = error.isTransient ? retryDelay(policy, attempt, retryAfterIn(thrown), Math.random) : null;
        if (wait === null) throw error;
        onRetry?.();
        await pause(wait, signal);
      }
    }
  }

  function translate(thrown: unknown, { model, hasBegun }: { readonly model: string; readonly hasBegun: boolean }): ModelError {
    if (thrown instanceof ModelError) return thrown;
    if (thrown instanceof APIConnectionError && thrown.cause instanceof ModelError) return thrown.cause;
    if (thrown instanceof APIConnectionTimeoutError) return new ModelTimeout('first token', firstTokenMs);
    if (thrown instanceof APIConnectionError) return new ModelUnreachable(causeOf(thrown), { cause: thrown, isTransient: true });
    if (thrown instanceof APIError) return refusalOf(thrown, model, connection.key);
    const detail = thrown instanceof SyntaxError ? 'its answer could not be read' : 'the connection ended before the answer did';
    return hasBegun ? new ModelCutOff(detail, { cause: thrown }) : new ModelUnavailable(detail, { cause: thrown });
  }

  /** Opens a stream and reads its first event: up to here, failures are retried. */
  function begin(request: ModelRequest, answer: Answer): Promise<{ first: ModelEvent | null; rest: AsyncGenerator<ModelEvent> }> {
    return retrying(async () => {
      Object.assign(answer, emptyAnswer());
      const options = request.signal ? { signal: request.signal } : {};
      const stream: Stream<ChatCompletionChunk> = await client.chat.completions.create(bodyOf(request, connection.model), options);
      const rest = readStream(stream, answer, timeOuts);
      const first = await rest.next();
      return { first: first.done ? null : first.value, rest };
    }, request);
  }

  return {
    async *streamChat(request) {
      const { model = connection.model } = request;
      const answer = emptyAnswer();
      const { first, rest } = await begin(request, answer);
      let isComplete = false;
      try {
        if (first) yield first;
        for await (const event of rest) {
          yield event;
          request.signal?.throwIfAborted();
        }
        isComplete = true;
      } catch (error) {
        request.signal?.throwIfAborted();
        throw translate(error, { model, hasBegun: true });
      } finally {
        // Also when the consumer stops early: what was answered is paid for.
        if (!isComplete) request.onUsage?.(usageOf(request, answer, model, 'aborted'));
        await rest.return(undefined);
      }
      const reason = answer.finish ?? 'other';
      const usage = usageOf(request, answer, model, reason);
      request.onUsage?.(usage);
      request.signal?.throwIfAborted();
      yield { type: 'finish', reason, usage };
    },
    async generateImage({ prompt, signal, onRetry, onUsage }) {
      const model = limits.OPENAI_IMAGE_MODEL ?? (connection.endpoint === OPENAI_ENDPOINT ? OPENAI_IMAGES : null);
      if (model === null) throw new ModelMakesNoImages();
      const attempt = { model, ...(signal ? { signal } : {}), ...(onRetry ? { onRetry } : {}) };
      const options = signal ? { signal } : {};
      const answer = await retrying(() => client.images.generate(imageBody(model, prompt), options), attempt).catch((error: unknown) => {
        throw error instanceof ModelUnreachable && !error.isTransient ? new ModelMakesNoImages(error.detail) : error;
      });
      onUsage?.(imageUsage(model, prompt, answer));
      return imageIn(answer);
    },
    async embed(texts) {
      const vectors: number[][] = [];
      const model = limits.OPENAI_EMBEDDING_MODEL;
      for (let start = 0; start < texts.length; start += embedBatch) {
        const input = texts.slice(start, start + embedBatch);
        const answer = await retrying(() => client.embeddings.create({ model, input, encoding_format: 'float' }), { model });
        if (answer.data?.length !== input.length) throw new ModelUnavailable('its answer holds the wrong number of vectors');
        vectors.push(...[...answer.data].sort((a, b) => a.index - b.index).map((item) => item.embedding));
      }
      return vectors;
    },
    async list() {
      const page = await retrying(() => client.models.list().then((models) => models.data), {});
      // Any server may be at the address, so its response is validated.
      if (!Array.isArray(page)) throw new ModelUnavailable('its list of models could not be read');
      return page.map(({ id }) => ({ id }));
    },
  };
}

/** Reasoning models take neither a temperature nor `max_tokens`. */
const reasoningModel = /^(?:.*\/)?(?:o\d|gpt-5)/;

/** Pictures follow the text of their message, as data within the request. */
function wireMessage({ role, content, images = [] }: ModelMessage): ChatCompletionMessageParam {
  if (role !== 'user' || images.length === 0) return { role, content };
  const pictures = images.map(({ contentType, data }) => {
    return { type: 'image_url', image_url: { url: `data:${contentType};base64,${data}` } } as const;
  });
  return { role, content: [{ type: 'text', text: content }, ...pictures] };
}

function bodyOf(request: ModelRequest, defaultModel: string): ChatCompletionCreateParamsStreaming {
  const model = request.model ?? defaultModel;
  const reasons = reasoningModel.test(model);
  return {
    model,
    messages: request.messages.map(wireMessage),
    stream: true,
    stream_options: { include_usage: true },
    ...(request.temperature !== undefined && !reasons ? { temperature: request.temperature } : {}),
    ...(request.maxTokens === undefined ? {} : { [reasons ? 'max_completion_tokens' : 'max_tokens']: request.maxTokens }),
  };
}

function usageOf(request: ModelRequest, { tokens, model, reasoning, text }: Answer, asked: string, finishReason: string): Usage {
  const estimated = {
    prompt: estimateTokens(request.messages.map((message) => message.content).join('\n')),
    completion: estimateTokens(reasoning + text),
    cacheRead: null,
    cacheWrite: null,
  };
  return usageRecord(model ?? asked, tokens ?? estimated, finishReason);
}

function retryAfterIn(error: unknown): number | null {
  return error instanceof APIError ? retryAfterOf(error.headers, storeNow()) : null;
}

function causeOf(error: Error): string {
  let inner: unknown = error;
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause;
  return inner instanceof Error && inner.message !== '' ? inner.message : 'the connection failed';
}
