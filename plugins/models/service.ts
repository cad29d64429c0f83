import type { z } from 'zod';
import { type ModelsConfig, takesPictures, windowOf } from './config.ts';
import { ModelMakesNoImages, ModelMissing } from './errors.ts';
import { complete, completeObject } from './gateway/complete.ts';
import type { ModelCalls } from './gateway/gateway.ts';
import { noModel } from './gateway/no-model.ts';
import {
  connectHint,
  type ImageRequest,
  type ModelBackend,
  type ModelEvent,
  type ModelRequest,
  type ModelsApi,
  type ModelsInfo,
} from './ref.ts';
import type { Connection, ConnectionSettings } from './settings/settings.ts';
import { Trial } from './settings/trial.ts';

const EXAMPLES: readonly string[] = [
  'A habit tracker with name, frequency and streak',
  'A CRM for my photography studio: clients, shoots and invoices',
  'A landing page that collects newsletter sign-ups',
  'A recipe book with ingredients, cooking time and a rating',
  'An expense tracker with categories and a monthly chart',
  'A booking page for my yoga classes',
];
const EVERYTHING = { conversation: true, objects: true };

interface ModelsOptions {
  readonly config: ModelsConfig;
  readonly settings: ConnectionSettings;
  /** Backends that other plugins have added. */
  readonly backends: () => readonly ModelBackend[];
}

/** The connected model, or a backend of another plugin while none is connected. Which one is looked up for each call. */
export class ModelsService implements ModelsApi {
  readonly settings: ConnectionSettings;
  readonly trial: Trial;
  readonly #config: ModelsConfig;
  readonly #backends: () => readonly ModelBackend[];
  #last: { readonly name: string; readonly gateway: Promise<ModelCalls> } | null = null;

  constructor({ config, settings, backends }: ModelsOptions) {
    this.settings = settings;
    this.trial = new Trial(config, settings);
    this.#config = config;
    this.#backends = backends;
  }

  /** Loads the client of a connected model before the first request. */
  async warm(): Promise<void> {
    await this.#calls();
  }

  async info(): Promise<ModelsInfo> {
    const connection = await this.settings.connection();
    if (connection !== null) {
      const { model } = connection;
      const capabilities = { ...EVERYTHING, images: takesPictures(this.#config.MODEL_IMAGES, model) };
      return { isDemo: false, label: model, model, hint: null, examplePrompts: EXAMPLES, capabilities };
    }
    const { isDemo, label, model, examplePrompts = EXAMPLES, capabilities } = this.#fallback();
    return { isDemo, label, model, hint: connectHint, examplePrompts, capabilities };
  }

  async window(model: string | null = null): Promise<number> {
    return windowOf(this.#config.MODEL_WINDOW, model ?? (await this.info()).model);
  }

  async readsImages(model: string | null = null): Promise<boolean> {
    const isConnected = (await this.settings.connection()) !== null;
    if (model !== null && isConnected) return takesPictures(this.#config.MODEL_IMAGES, model);
    return (await this.info()).capabilities.images ?? false;
  }

  async *streamChat(request: ModelRequest): AsyncGenerator<ModelEvent> {
    yield* (await this.#calls()).streamChat(request);
  }

  async refusal(request: string) {
    return (await this.settings.connection()) === null ? this.#fallback().refusal(request) : null;
  }

  async complete(request: ModelRequest) {
    return complete(await this.#calls(), request);
  }

  async completeObject<T>(schema: z.ZodType<T>, request: ModelRequest) {
    if (!(await this.info()).capabilities.objects) throw new ModelMissing(connectHint);
    return completeObject(await this.#calls(), schema, request);
  }

  async generateImage(request: ImageRequest) {
    return (await this.#calls()).generateImage(request);
  }

  async embed(texts: readonly string[]) {
    return (await this.#calls()).embed(texts);
  }

  async list() {
    return (await this.#calls()).list();
  }

  async #calls(): Promise<ModelCalls> {
    const connection = await this.settings.connection();
    return connection === null ? metered(this.#fallback()) : this.#gateway(connection);
  }

  #fallback(): ModelBackend {
    const backends = this.#backends();
    return backends.find(({ isDemo }) => !isDemo) ?? backends[0] ?? noModel;
  }

  #gateway(connection: Connection): Promise<ModelCalls> {
    const name = JSON.stringify([connection.endpoint, connection.key, connection.model]);
    if (this.#last?.name !== name) this.#last = { name, gateway: this.#open(connection) };
    return this.#last.gateway;
  }

  /** Imported when a model is connected: without it, the server loads 340 modules less. */
  async #open(connection: Connection): Promise<ModelCalls> {
    const { openGateway } = await import('./gateway/gateway.ts');
    return openGateway({ connection, limits: this.#config });
  }
}

/** Reports the usage of a backend as the gateway reports that of an endpoint. */
function metered(backend: ModelBackend): ModelCalls {
  return {
    async *streamChat(request) {
      for await (const event of backend.streamChat(request)) {
        if (event.type === 'finish') request.onUsage?.(event.usage);
        yield event;
      }
    },
    generateImage: () => Promise.reject(new ModelMakesNoImages()),
    embed: (texts) => backend.embed(texts),
    list: () => backend.list(),
  };
}
