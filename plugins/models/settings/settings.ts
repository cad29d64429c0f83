import { type Collection, InvalidInput, storeTime } from '@sayso/core';
import type { SettingsDocument } from '../collections.ts';
import type { ModelsConfig } from '../config.ts';
import { type ConnectionInput, OPENAI_ENDPOINT, readConnectionInput } from './input.ts';
import { seal, unseal } from './seal.ts';

/** The endpoint in use, with its key and the model that answers in the chat. */
export interface Connection {
  readonly endpoint: string;
  readonly key: string | null;
  readonly model: string;
}

/** The connection as admins see it. The key itself never leaves the server. */
export interface ConnectionView {
  readonly isConnected: boolean;
  /** Null while nothing is connected. */
  readonly endpoint: string | null;
  readonly model: string;
  readonly hasKey: boolean;
  readonly keyEnding: string | null;
  /** Why the saved key is not used; null when it is, or when there is none. */
  readonly keyProblem: string | null;
  /** Environment variables that override a field, by field. */
  readonly endpointVariable: string | null;
  readonly keyVariable: string | null;
  readonly modelVariable: string | null;
  readonly firstTokenTimeout: number;
}

interface Options {
  readonly config: ModelsConfig;
  readonly documents: Collection<SettingsDocument>;
  /** 32 bytes that encrypt the key. */
  readonly sealingKey: Uint8Array;
}

const DEFAULT_MODEL = 'gpt-4.1-mini';
const ID = 'connection';
/** Of a shorter key, the last characters would reveal too much. */
const MIN_KEY_WITH_ENDING = 12;
const NOTHING: Pick<SettingsDocument, 'endpoint' | 'model' | 'sealedKey' | 'keyEnding'> = {
  endpoint: null,
  model: null,
  sealedKey: null,
  keyEnding: null,
};

/**
 * Which model is connected: environment variables first, then what an admin saved. Read from the store on each use, so that a change
 * applies to every node at once.
 */
export class ConnectionSettings {
  readonly #config: ModelsConfig;
  readonly #documents: Collection<SettingsDocument>;
  readonly #sealingKey: Uint8Array;

  constructor({ config, documents, sealingKey }: Options) {
    this.#config = config;
    this.#documents = documents;
    this.#sealingKey = sealingKey;
  }

  /** Null: not connected. */
  async connection(): Promise<Connection | null> {
    return this.#connection(await this.#saved());
  }

  async view(): Promise<ConnectionView> {
    const saved = await this.#saved();
    const { OPENAI_API_KEY: key, OPENAI_BASE_URL: url, OPENAI_MODEL: model, OPENAI_FIRST_TOKEN_TIMEOUT } = this.#config;
    const connection = this.#connection(saved);
    const keyVariable = key === undefined ? null : 'OPENAI_API_KEY';
    const hasSavedKey = keyVariable === null && saved.sealedKey !== null;
    return {
      isConnected: connection !== null,
      endpoint: connection?.endpoint ?? null,
      model: model ?? saved.model ?? DEFAULT_MODEL,
      hasKey: keyVariable !== null || hasSavedKey,
      keyEnding: key === undefined ? saved.keyEnding : endingOf(key),
      keyProblem: hasSavedKey && connection?.key === null ? UNUSABLE_KEY : null,
      endpointVariable: url === undefined ? keyVariable : 'OPENAI_BASE_URL',
      keyVariable,
      modelVariable: model === undefined ? null : 'OPENAI_MODEL',
      firstTokenTimeout: OPENAI_FIRST_TOKEN_TIMEOUT,
    };
  }

  async save(input: ConnectionInput, accountId: string): Promise<void> {
    const next = this.#merged(await this.#saved(), readConnectionInput(input));
    const document = { _id: ID, ...next, updatedAt: storeTime(), updatedBy: accountId } as const;
    await this.#documents.replaceOne({ _id: ID }, document, { upsert: true });
  }

  /** The connection that this input would result in, for a test before it is saved. */
  async proposed(input: ConnectionInput): Promise<Connection | null> {
    return this.#connection(this.#merged(await this.#saved(), readConnectionInput(input)));
  }

  /** Encrypts the saved key anew that was encrypted with the key before. */
  async reseal(before: Uint8Array): Promise<void> {
    const { sealedKey, ...saved } = await this.#saved();
    const purpose = purposeOf(this.#endpointOf(saved));
    const key = sealedKey === null ? null : unseal(before, sealedKey, purpose);
    if (key !== null)
      await this.#documents.updateOne({ _id: ID, sealedKey }, { $set: { sealedKey: seal(this.#sealingKey, key, purpose) } });
  }

  async #saved(): Promise<typeof NOTHING> {
    return (await this.#documents.findOne({ _id: ID })) ?? NOTHING;
  }

  /** A key in the environment is only sent to the endpoint in the environment, which no admin can change. */
  #endpointOf({ endpoint }: Pick<SettingsDocument, 'endpoint'>): string {
    const { OPENAI_API_KEY: key, OPENAI_BASE_URL: url } = this.#config;
    if (url !== undefined) return url.replace(/\/+$/, '');
    return key === undefined ? (endpoint ?? OPENAI_ENDPOINT) : OPENAI_ENDPOINT;
  }

  #connection(saved: typeof NOTHING): Connection | null {
    const { OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL } = this.#config;
    const isConnected = [OPENAI_API_KEY ?? null, OPENAI_BASE_URL ?? null, saved.endpoint, saved.sealedKey].some((each) => each !== null);
    if (!isConnected) return null;
    const endpoint = this.#endpointOf(saved);
    const savedKey = saved.sealedKey === null ? null : unseal(this.#sealingKey, saved.sealedKey, purposeOf(endpoint));
    return { endpoint, key: OPENAI_API_KEY ?? savedKey, model: OPENAI_MODEL ?? saved.model ?? DEFAULT_MODEL };
  }

  #merged(saved: typeof NOTHING, input: ConnectionInput): typeof NOTHING {
    this.#refuseDecided(input);
    const { endpoint = saved.endpoint, model = saved.model, key } = input;
    const [before, after] = [this.#endpointOf(saved), this.#endpointOf({ endpoint })];
    if (key === null) return { endpoint, model, sealedKey: null, keyEnding: null };
    if (key !== undefined) {
      return { endpoint, model, sealedKey: seal(this.#sealingKey, key, purposeOf(after)), keyEnding: endingOf(key) };
    }
    // Another server would receive, and could read, the saved key.
    if (saved.sealedKey !== null && purposeOf(before) !== purposeOf(after)) {
      const message = 'Enter the key for this endpoint: the saved key is only sent to the server that it was saved for.';
      throw new InvalidInput(message, [{ path: 'key', message }]);
    }
    return { endpoint, model, sealedKey: saved.sealedKey, keyEnding: saved.keyEnding };
  }

  #refuseDecided({ endpoint, key, model }: ConnectionInput): void {
    const { OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL } = this.#config;
    const decided = [
      endpoint !== undefined && OPENAI_BASE_URL !== undefined && 'OPENAI_BASE_URL',
      (endpoint !== undefined || key !== undefined) && OPENAI_API_KEY !== undefined && 'OPENAI_API_KEY',
      model !== undefined && OPENAI_MODEL !== undefined && 'OPENAI_MODEL',
    ].find((name) => typeof name === 'string');
    if (decided !== undefined) throw new InvalidInput(`${decided} is set in the environment and wins. Unset it to choose here.`);
  }
}

const UNUSABLE_KEY = 'The saved key cannot be used: SECRET or the endpoint has changed since it was saved. Enter it again.';

/** The origin that a sealed key is bound to: it cannot be opened for any other. */
function purposeOf(endpoint: string): string {
  return new URL(endpoint).origin;
}

function endingOf(key: string): string | null {
  return key.length < MIN_KEY_WITH_ENDING ? null : key.slice(-4);
}
