import { DomainError } from '@sayso/core';
import type { ModelsConfig } from '../config.ts';
import { ModelAnsweredNothing, ModelUnavailable } from '../errors.ts';
import type { ModelCalls } from '../gateway/gateway.ts';
import type { ConnectionInput } from './input.ts';
import type { Connection, ConnectionSettings } from './settings.ts';

/** The outcome of a test request. */
export interface ConnectionTest {
  readonly isOk: boolean;
  readonly message: string;
  /** The endpoint's response, for admins; null without one. */
  readonly detail: string | null;
}

export interface ModelListing {
  /** Sorted by name; empty when the endpoint lists none. */
  readonly models: readonly string[];
  /** Why there is no list; null when the endpoint answered with one. */
  readonly problem: string | null;
  readonly detail: string | null;
}

const LIST_SECONDS = 15;
/** A person waits for the test; the chat itself waits longer. */
const TEST_SECONDS = 60;
const MAX_MODELS = 1000;
const MAX_NAME = 200;
const SHOWN_ANSWER = 80;

/** Tests an endpoint before it is saved: lists its models, and whether the chosen one answers. Without retries. */
export class Trial {
  readonly #config: ModelsConfig;
  readonly #settings: ConnectionSettings;

  constructor(config: ModelsConfig, settings: ConnectionSettings) {
    this.#config = config;
    this.#settings = settings;
  }

  async list(input: ConnectionInput): Promise<ModelListing> {
    const connection = await this.#settings.proposed(input);
    if (connection === null) return { models: [], problem: null, detail: null };
    try {
      const found = await (await this.#open(connection, LIST_SECONDS)).list();
      const models = found.map(({ id }) => id).filter((id) => typeof id === 'string' && id !== '' && id.length <= MAX_NAME);
      return { models: [...new Set(models)].sort().slice(0, MAX_MODELS), problem: null, detail: null };
    } catch (error) {
      return { models: [], ...problemOf(error) };
    }
  }

  async test(input: ConnectionInput, signal: AbortSignal): Promise<ConnectionTest> {
    const connection = await this.#settings.proposed(input);
    if (connection === null) return { isOk: true, message: 'No model is connected.', detail: null };
    const begun = performance.now();
    try {
      const answer = await this.#ask(connection, signal);
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      return { isOk: true, message: `${connection.model} answered after ${seconds} s.`, detail: `“${answer}”` };
    } catch (error) {
      signal.throwIfAborted();
      const { problem, detail } = problemOf(error);
      return { isOk: false, message: problem, detail };
    }
  }

  async #ask(connection: Connection, signal: AbortSignal): Promise<string> {
    const seconds = Math.min(TEST_SECONDS, this.#config.OPENAI_FIRST_TOKEN_TIMEOUT);
    const messages = [{ role: 'user', content: 'Answer with the word: ready' }] as const;
    let answer = '';
    let hasThought = false;
    const calls = await this.#open(connection, seconds);
    for await (const event of calls.streamChat({ messages, signal })) {
      if (event.type === 'reasoning') hasThought = true;
      if (event.type === 'text') answer += event.text;
      if (answer.length > SHOWN_ANSWER) break;
    }
    if (answer.trim() === '') throw new ModelAnsweredNothing(hasThought);
    return answer.trim().replace(/\s+/g, ' ').slice(0, SHOWN_ANSWER);
  }

  async #open(connection: Connection, seconds: number): Promise<ModelCalls> {
    const { openGateway } = await import('../gateway/gateway.ts');
    return openGateway({ connection, limits: { ...this.#config, OPENAI_FIRST_TOKEN_TIMEOUT: seconds }, retries: 0 });
  }
}

function problemOf(error: unknown): { problem: string; detail: string | null } {
  const known = error instanceof DomainError ? error : new ModelUnavailable('its answer could not be read', { cause: error });
  return { problem: known.message, detail: known.detail };
}
