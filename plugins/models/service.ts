import type { z } from 'zod';
import { complete, completeObject } from './complete.ts';
import type { ModelsConfig } from './config.ts';
import { openDemo } from './demo/index.ts';
import { ModelMissing } from './errors.ts';
import { type ModelBackend, openGateway } from './gateway.ts';
import { connectHint, infoOf } from './info.ts';
import type { ModelEvent, ModelRequest, ModelsApi } from './ref.ts';
import { type Connection, type ConnectionSettings, Trial } from './settings/index.ts';

/** The connected model, or the demo assistant while none is connected. Which one is looked up for each call. */
export class ModelsService implements ModelsApi {
  readonly settings: ConnectionSettings;
  readonly trial: Trial;
  readonly #config: ModelsConfig;
  readonly #demo: ModelBackend;
  #last: { readonly name: string; readonly gateway: ModelBackend } | null = null;

  constructor(config: ModelsConfig, settings: ConnectionSettings) {
    this.settings = settings;
    this.trial = new Trial(config, settings);
    this.#config = config;
    this.#demo = openDemo();
  }

  async info() {
    return infoOf(await this.settings.connection());
  }

  async *streamChat(request: ModelRequest): AsyncGenerator<ModelEvent> {
    yield* (await this.#backend()).streamChat(request);
  }

  async refusal(request: string) {
    return (await this.#backend()).refusal(request);
  }

  async complete(request: ModelRequest) {
    return complete(await this.#backend(), request);
  }

  async completeObject<T>(schema: z.ZodType<T>, request: ModelRequest) {
    const connection = await this.settings.connection();
    if (connection === null) throw new ModelMissing(connectHint);
    return completeObject(this.#gateway(connection), schema, request);
  }

  async embed(texts: readonly string[]) {
    return (await this.#backend()).embed(texts);
  }

  async list() {
    return (await this.#backend()).list();
  }

  async #backend(): Promise<ModelBackend> {
    const connection = await this.settings.connection();
    return connection === null ? this.#demo : this.#gateway(connection);
  }

  #gateway(connection: Connection): ModelBackend {
    const name = JSON.stringify([connection.endpoint, connection.key, connection.model]);
    if (this.#last?.name !== name) this.#last = { name, gateway: openGateway({ connection, limits: this.#config }) };
    return this.#last.gateway;
  }
}
