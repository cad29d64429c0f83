import { extensionPoint, serviceRef } from '@sayso/core';
import type { z } from 'zod';

export interface ModelImage {
  readonly contentType: string;
  /** Base64. */
  readonly data: string;
}

export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
  /** Pictures behind the text of a user's message, for models that take pictures. */
  readonly images?: readonly ModelImage[];
}

/** The app being built, for a backend that reads files rather than prompts. A language model gets all of it in `messages`. */
export interface BuildWorkspace {
  readonly appId: string;
  readonly appName: string;
  readonly request: string;
  /** Files of the request; what they hold is in `messages`. */
  readonly attachments?: readonly { readonly name: string; readonly contentType: string }[];
  /** Path → text of the version that the turn starts from. */
  readonly files: Readonly<Record<string, string>>;
  /** Files of the version before the current one, for "undo that"; null when there is none. */
  readonly previousFiles: Readonly<Record<string, string>> | null;
  /** Rows that the last change of the app added, by table, for "undo that". */
  readonly addedRows: readonly { readonly table: string; readonly ids: readonly string[] }[];
  /** Errors that the preview reported and that the builder asks to have fixed. */
  readonly errors: readonly string[];
  /** The builder wants to discuss the request: the answer says what would change. */
  readonly isPlan?: boolean;
}

export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  readonly model?: string;
  readonly temperature?: number;
  readonly maxTokens?: number;
  readonly signal?: AbortSignal;
  readonly workspace?: BuildWorkspace;
  /** Called before each further attempt: after a transient failure, and to have an object corrected. */
  readonly onRetry?: () => void;
  /** Called for each answer that cost something, also for one that is aborted, cut off or rejected; its tokens are estimates then. */
  readonly onUsage?: (usage: Usage) => void;
}

/** Dollars per million tokens. */
export interface Rates {
  readonly prompt: number;
  readonly completion: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/** Tokens of one call or of several, and what they cost in dollars; a cost is null when the model's price is not known. */
export interface Usage {
  readonly model: string;
  /** All that the model read, those of the cache included. */
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly totalTokens: number;
  readonly totalCost: number | null;
  readonly finishReason: string;
  /** Tokens of the prompt that the provider read from its cache or wrote to it. Null or absent: the endpoint does not state them. */
  readonly cacheReadTokens?: number | null | undefined;
  readonly cacheWriteTokens?: number | null | undefined;
  /** Of the prompt without the tokens of the cache. */
  readonly promptCost?: number | null | undefined;
  readonly completionCost?: number | null | undefined;
  readonly cacheReadCost?: number | null | undefined;
  readonly cacheWriteCost?: number | null | undefined;
  readonly rates?: Rates | null | undefined;
}

/** The sum of two calls, with the model and the finish reason of the second one. A cost is null when that of one call is not known. */
export function addUsage(first: Usage, second: Usage): Usage {
  const cost = (one: number | null = null, other: number | null = null) => (one === null || other === null ? null : one + other);
  const stated = (one: number | null = null, other: number | null = null) =>
    one === null && other === null ? null : (one ?? 0) + (other ?? 0);
  return {
    ...second,
    promptTokens: first.promptTokens + second.promptTokens,
    completionTokens: first.completionTokens + second.completionTokens,
    totalTokens: first.totalTokens + second.totalTokens,
    totalCost: cost(first.totalCost, second.totalCost),
    cacheReadTokens: stated(first.cacheReadTokens, second.cacheReadTokens),
    cacheWriteTokens: stated(first.cacheWriteTokens, second.cacheWriteTokens),
    promptCost: cost(first.promptCost, second.promptCost),
    completionCost: cost(first.completionCost, second.completionCost),
    cacheReadCost: cost(first.cacheReadCost, second.cacheReadCost),
    cacheWriteCost: cost(first.cacheWriteCost, second.cacheWriteCost),
  };
}

/** A web page on which a model bases its answer. */
export interface Source {
  /** Absolute, `http` or `https`. */
  readonly url: string;
  /** The host without one. */
  readonly title: string;
}

export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | ({ readonly type: 'source' } & Source)
  /** Always the last one. `length`: the output was cut at the model's limit. */
  | { readonly type: 'finish'; readonly reason: 'stop' | 'length' | 'content-filter' | 'other'; readonly usage: Usage };

/** A picture to make. */
export interface ImageRequest extends Pick<ModelRequest, 'signal' | 'onRetry' | 'onUsage'> {
  readonly prompt: string;
}

/** Why a first request is refused, and what to ask for instead. */
export interface Refusal {
  readonly text: string;
  readonly suggestions: readonly string[];
}

/** Optional abilities of a model. */
export interface ModelCapabilities {
  /**
   * It reads `messages`, so it can correct an answer and continue one that was cut off. A backend that reads `workspace` alone repeats its
   * answer.
   */
  readonly conversation: boolean;
  /** It supports `completeObject`. */
  readonly objects: boolean;
  /** It accepts messages with pictures. Default false. */
  readonly images?: boolean;
}

export interface ModelsInfo {
  /** No language model: it works by rules and is labelled as a demo. */
  readonly isDemo: boolean;
  /** As shown to the builder. */
  readonly label: string;
  readonly model: string;
  /** How to connect a model; null when one is connected. */
  readonly hint: string | null;
  readonly examplePrompts: readonly string[];
  readonly capabilities: ModelCapabilities;
}

/** A backend of another plugin, used while no endpoint is connected. Rejects as `ModelsApi` does. */
export interface ModelBackend extends Pick<ModelsInfo, 'isDemo' | 'label' | 'model' | 'capabilities'> {
  /** Requests that it handles well. Default: those for a language model. */
  readonly examplePrompts?: readonly string[];
  /** Ends with `finish`. Checks `signal` between events. */
  streamChat(request: ModelRequest): AsyncIterable<ModelEvent>;
  /** The refusal of a first request for a new app; null when it can be tried. */
  refusal(request: string): Refusal | null;
  /** One vector of the same length for each text. */
  embed(texts: readonly string[]): Promise<number[][]>;
  list(): Promise<readonly { readonly id: string }[]>;
}

/**
 * The only caller of a language model. Rejections are domain errors with these codes: `model-rate-limited`, `model-quota-exhausted`,
 * `model-context-too-long`, `model-key-refused`, `model-unknown`, `model-unreachable`, `model-unavailable` (5xx, or no answer of the right
 * kind), `model-timeout` (no first token, or idle), `model-cut-off` (after the first token), `model-refused`, `model-missing`. Their `message`
 * is for builders, their `detail` for admins. Retries with jitter happen before the first token only.
 */
export interface ModelsApi {
  /** Which model is connected now; an admin may change it at any time. */
  info(): Promise<ModelsInfo>;
  streamChat(request: ModelRequest): AsyncIterable<ModelEvent>;
  /** Tokens that a model reads and writes at once, as configured by `MODEL_WINDOW`; null or nothing: the one that `info` names. */
  window(model?: string | null): Promise<number>;
  /** Whether a model accepts pictures, by `MODEL_IMAGES`; null or nothing: the one that `info` names. */
  readsImages(model?: string | null): Promise<boolean>;
  /** The refusal of a first request for a new app; null when it can be tried, as always with a language model. */
  refusal(request: string): Promise<Refusal | null>;
  complete(request: ModelRequest): Promise<{ readonly text: string; readonly usage: Usage }>;
  /** Retries once, with the faults, when the answer does not match the schema. */
  completeObject<T>(schema: z.ZodType<T>, request: ModelRequest): Promise<{ readonly value: T; readonly usage: Usage }>;
  /** The bytes of one picture. Rejects with `model-makes-no-images` where the connected endpoint makes none, or none is connected. */
  generateImage(request: ImageRequest): Promise<Uint8Array>;
  embed(texts: readonly string[]): Promise<number[][]>;
  list(): Promise<readonly { readonly id: string }[]>;
}

export const modelsRef = serviceRef<ModelsApi>('models');

/** Backends for an installation without a key. The first one that is no demo is used, else the first. */
export const modelBackends = extensionPoint<ModelBackend>(modelsRef, 'backends');

/** How to connect a model, in the words of the builder's screen. */
export const connectHint =
  'An admin connects one in the settings, under Language model: any OpenAI-compatible endpoint, such as Ollama or OpenRouter. OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODEL in the environment do the same.';
