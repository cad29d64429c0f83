import type { CallablePackage } from '@sayso/apps/ref';
import { type Actor, NotFound, Unauthenticated } from '@sayso/core';
import type { ServerFunction } from '@sayso/runtime/ref';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { IntegrationAccess } from './calls/access.ts';
import { callerOf, checkCaller } from './calls/callers.ts';
import { type CallStart, Calls } from './calls/calls.ts';
import { ofJson, type Parameters, parseInput } from './calls/parameters.ts';
import { Registry } from './calls/registry.ts';
import { describeCore, type packageSchemas, parametersOf } from './calls/schema.ts';
import type { IntegrationsContext } from './config.ts';
import { Reader } from './core/documents/reader.ts';
import { extractData } from './core/extract.ts';
import { generateImage } from './core/generate-image.ts';
import { invokeLlm } from './core/invoke-llm.ts';
import { sendEmail } from './core/mail/send-email.ts';
import { Unsubscribes } from './core/mail/unsubscribes.ts';
import { fileEndpoints } from './files/endpoints.ts';
import { fileFetch } from './files/fetched.ts';
import { Files, type Receiver } from './files/files.ts';
import { withFiles, withForm } from './files/upload.ts';
import { MAIN } from './packages/instances.ts';
import { Packages } from './packages/packages.ts';
import { describeInstalled } from './packages/schema.ts';
import { Seal } from './packages/sealing.ts';
import type { CallEndpoint, IntegrationEndpoint, IntegrationsApi, Sealing } from './ref.ts';
import { type IsolatedCall, Isolation } from './sandbox/isolation.ts';
import { Webhooks } from './webhooks/webhooks.ts';

/** The key of the limits of visitors whose calls come from functions of their app. */
const FUNCTIONS = 'functions';

interface AskedCall extends Pick<CallStart, 'appId' | 'actor' | 'signal' | 'onText'> {
  readonly endpoint: string;
  /** The network address of the client. */
  readonly address: string;
}

/** A call whose caller may make it, before its parameters are known. */
interface PreparedCall {
  readonly endpoint: IntegrationEndpoint;
  readonly call: CallStart;
}

/** The package `Core`: functions that apps call on the server. */
export class Integrations implements IntegrationsApi {
  readonly files: Files;
  readonly calls: Calls;
  readonly access: IntegrationAccess;
  readonly unsubscribes: Unsubscribes;
  readonly packages: Packages;
  readonly webhooks: Webhooks;
  readonly #context: IntegrationsContext;
  readonly #registry: Registry;
  readonly #isolation: Isolation;

  /** `key`: of links to unsubscribe. */
  constructor(context: IntegrationsContext, key: Uint8Array) {
    this.#context = context;
    this.files = new Files(context);
    this.calls = new Calls(context);
    const { config, needs } = context;
    const { host } = context;
    this.unsubscribes = new Unsubscribes(context.collections.unsubscribes, { key, runtimeUrl: host.runtimeUrl });
    const reader = new Reader(this.files, needs.entities);
    const own = [
      ...fileEndpoints(this.files),
      extractData({ models: needs.models, files: this.files, reader, config }),
      invokeLlm({ models: needs.models, files: this.files, reader, config }),
      generateImage({ models: needs.models, files: this.files, config }),
      sendEmail({ ...needs, unsubscribes: this.unsubscribes, files: this.files.texts, config }),
    ];
    this.#registry = new Registry(own, () => context.additions.endpoints());
    this.packages = new Packages(context, { calls: this.calls, files: this.files });
    this.webhooks = new Webhooks(context, this.packages);
    this.#isolation = new Isolation(this.packages.sandbox, config.INTEGRATION_PRIVATE_HOSTS, (appId) => fileFetch(this.files, appId));
    context.onClose(() => this.#isolation.close());
    this.access = new IntegrationAccess({ apps: needs.apps, registry: this.#registry, calls: this.calls });
  }

  endpoints(): readonly IntegrationEndpoint[] {
    return this.#registry.all();
  }

  /** The endpoints as apps call them, for the checks of their code. */
  functions(): readonly ServerFunction[] {
    return this.#registry.all().map(({ name, input }) => ({ module: '@/integrations/Core', name, ...parametersOf(input) }));
  }

  /** What the code of an app may call: `Core` and the packages that it has, each once, whatever the number of its instances. Unchecked. */
  async callable(appId: string): Promise<CallablePackage[]> {
    const manifests = new Map((await this.packages.instances.list(appId)).map(({ package: name, manifest }) => [name, manifest]));
    const installed = [...manifests].map(([name, { endpoints }]) => ({ package: name, endpoints: Object.keys(endpoints) }));
    return [{ package: 'Core', endpoints: this.#registry.all().map(({ name }) => name) }, ...installed];
  }

  /** The packages of an app, for its admins; `NotFound` for others. */
  async describe(actor: Actor, appId: string): Promise<z.output<typeof packageSchemas>> {
    const { instances, missing } = await this.packages.list(actor, appId);
    const installed = [describeCore(this.#registry.all()), ...describeInstalled((await instances()).map(({ instance }) => instance))];
    return { installed_packages: installed, missing_packages: [...missing] };
  }

  /** A call of a package, by a route that names the app or none. The caller is checked before the body is read. */
  async callPackage(
    request: FastifyRequest,
    {
      package: packageName,
      instance,
      endpoint,
      appId: named,
    }: { readonly package: string; readonly instance: string; readonly endpoint: string; readonly appId?: string },
  ): Promise<unknown> {
    const { sayso, ip: address, headers } = request;
    if (sayso.actor.kind === 'anonymous' && headers.authorization !== undefined) throw new Unauthenticated();
    const appId = named ?? (await this.appOf(request));
    const asked = { packageName, instance, endpoint, appId, address, actor: sayso.actor, signal: sayso.signal };
    const run = await this.packages.prepare(asked);
    if (!request.isMultipart()) return run(ofJson(request.body, endpoint));
    const { maxBytes } = this.files;
    const receiver = receiverOf(await callerOf(this.#context.needs.apps, asked));
    return this.files.receiving(receiver, (place) => withForm(request, { maxBytes, signal: AbortSignal.any([sayso.signal, place]) }, run));
  }

  /** The app of a call that does not name one: that of its token, or the one whose origin it came to. Throws `NotFound`. */
  async appOf({
    sayso: { actor },
    headers: { host },
  }: {
    readonly sayso: { readonly actor: Actor };
    readonly headers: { host?: string | undefined };
  }): Promise<string> {
    if (actor.kind === 'app') return actor.appId;
    const app = await this.#context.needs.runtime.appAt(host ?? null);
    if (app === null) throw new NotFound('The app');
    return app.appId;
  }

  /** Throws `UnknownEndpoint`, `NotFound` for a hidden app, and `Unauthenticated` or `Forbidden` for a caller who may not call it. */
  async prepare({ endpoint: name, address, appId, actor, signal, onText }: AskedCall): Promise<PreparedCall> {
    const { app, caller } = await callerOf(this.#context.needs.apps, { actor, appId, address });
    const endpoint = this.#registry.get(name);
    checkCaller(endpoint, app, caller);
    const isDraft = actor.kind === 'app' && actor.preview === true;
    return { endpoint, call: { app, appId, actor, isDraft, signal, onText, caller } };
  }

  run({ endpoint, call: start }: PreparedCall, parameters: Parameters): Promise<unknown> {
    return this.calls.run(endpoint, start, async (call) =>
      endpoint.output.parse(await endpoint.run(parseInput(endpoint, parameters), call)),
    );
  }

  async call({ appId, actor, packageName, endpoint, parameters, files = [], signal }: CallEndpoint): Promise<unknown> {
    const asked = { endpoint, appId, actor, signal, address: FUNCTIONS };
    const given = ofJson(parameters, endpoint);
    if (packageName !== 'Core') return (await this.packages.prepare({ ...asked, packageName, instance: MAIN }))(given);
    const prepared = await this.prepare({ ...asked, onText: null });
    if (files.length === 0) return this.run(prepared, given);
    return this.files.receiving(receiverOf(prepared.call), () =>
      withFiles(files, this.files.maxBytes, (stored) => this.run(prepared, { ...given, values: { ...given.values, ...stored } })),
    );
  }

  runIsolated(call: IsolatedCall): Promise<unknown> {
    return this.#isolation.run(call);
  }

  sealing(key: Uint8Array): Sealing {
    return new Seal(key);
  }

  /** Removes what a purged app leaves. */
  async removeApp(appId: string): Promise<void> {
    await this.files.removeApp(appId);
    await this.calls.records.removeApp(appId);
    await this.unsubscribes.removeApp(appId);
    await this.packages.removeApp(appId);
    await this.webhooks.removeApp(appId);
  }

  /** Receives the form of a call, with its files. */
  runForm(prepared: PreparedCall, request: FastifyRequest): Promise<unknown> {
    const { maxBytes } = this.files;
    const { signal } = prepared.call;
    return this.files.receiving(receiverOf(prepared.call), (place) =>
      withForm(request, { maxBytes, signal: AbortSignal.any([signal, place]) }, (form) => this.run(prepared, form)),
    );
  }
}

function receiverOf({ app, caller }: Pick<CallStart, 'app' | 'caller'>): Receiver {
  return { id: app.id, ownerId: app.ownerId, callerKey: caller.key };
}
