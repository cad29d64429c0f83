import { isDeepStrictEqual } from 'node:util';
import { readManifest } from '../packages/catalogue.ts';
import { outputOf, zodOf } from '../packages/json-schema.ts';
import type { PackageManifest } from '../packages/manifest.ts';
import { hostsOf, readSettings } from '../packages/settings.ts';
import type { GuestLog } from '../sandbox/call.ts';
import { Outbound, type Send } from '../sandbox/fetch.ts';
import { Sandbox } from '../sandbox/sandbox.ts';
import { type Secret, SecretHandles } from '../sandbox/secrets.ts';
import { arrivalOf, oncePerEvent, type RecordedDelivery, signingSecretOf } from './deliveries.ts';
import { type Exchange, type Hiding, placeholderOf, type RecordedCall, record, replay } from './recording.ts';

export { type RecordedDelivery, recordedDelivery } from './deliveries.ts';
export { placeholderOf, type RecordedCall, recordedCall } from './recording.ts';

/** What became of a recorded call, or of a delivery. */
export interface CallOutcome {
  /** Null: it is as recorded. */
  readonly problem: string | null;
  readonly logs: readonly GuestLog[];
}

/** What a function answers, or the sentence with which it fails. */
interface Outcome {
  readonly output?: unknown;
  readonly error?: string | undefined;
}

interface GuestCall {
  readonly entry: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly input: unknown;
  readonly secrets: readonly Secret[];
  readonly send: Send;
  /** Gets the lines of its log. */
  readonly logs: GuestLog[];
}

const MAX_REQUESTS = 20;
const REFUSED = 'It was refused: the signature is not valid, or too old.';
const ACCEPTED = 'It was accepted\n  instead of: it was refused';

/** The code of a package in the isolation in which Sayso runs it, for its author. Close it. */
export class PackageTests {
  readonly #sandbox = new Sandbox({ processes: 2 });
  readonly #code: string;
  readonly #privateHosts: readonly string[];

  /** `privateHosts`: those in private networks that it may call, by plain HTTP as well, as an operator allows them. */
  constructor(code: string, { privateHosts = [] }: { readonly privateHosts?: readonly string[] } = {}) {
    this.#code = code;
    this.#privateHosts = privateHosts;
  }

  /** The declaration. Throws with the first thing that is wrong: a field, or an example that does not fit its schema. */
  async manifest(): Promise<PackageManifest> {
    const manifest = readManifest(await this.#run({ entry: 'default', args: [] }));
    for (const [name, { input, output, example }] of Object.entries(manifest.endpoints)) {
      for (const [side, schema] of Object.entries({ input, output })) {
        const { error } = zodOf(schema).safeParse(example[side as keyof typeof example]);
        const [issue] = error?.issues ?? [];
        if (issue !== undefined)
          throw new Error(`endpoints.${name}.example.${side}: ${issue.path.join('.')} ${issue.message}`.replace(/: +/, ': '));
      }
    }
    return manifest;
  }

  /** Compares a call with what was recorded. Requests get the recorded answers; no server is called. */
  async check(manifest: PackageManifest, recorded: RecordedCall): Promise<CallOutcome> {
    const traffic = replay(recorded.requests);
    const secrets = declaredSecrets(manifest).map((secret) => ({ ...secret, value: placeholderOf(secret.name) }));
    const { logs, ...outcome } = await this.#call(manifest, recorded, { secrets, send: traffic.send });
    return { problem: traffic.problem() ?? differenceOf(outcome, recorded) ?? traffic.unsent(), logs };
  }

  /** Delivers to a webhook what its sender sends, as often as recorded, and compares what came of it. The function runs once for an event. */
  async deliver(manifest: PackageManifest, recorded: RecordedDelivery): Promise<CallOutcome> {
    const { webhook: name, settings, requests } = recorded;
    const webhook = Object.hasOwn(manifest.webhooks, name) ? manifest.webhooks[name] : undefined;
    if (webhook === undefined) return { problem: `There is no webhook ${JSON.stringify(name)}.`, logs: [] };
    const signing = signingSecretOf(manifest, webhook);
    const secret = { ...signing, value: recorded.secret ?? signing.value };
    const arrivals = Array.from({ length: recorded.deliveries }, () => arrivalOf(recorded, webhook, secret));
    const isRefused = arrivals.includes(null);
    if (isRefused) return { problem: recorded.refused ? null : REFUSED, logs: [] };
    if (recorded.refused) return { problem: ACCEPTED, logs: [] };
    const traffic = replay(requests);
    const secrets = declaredSecrets(manifest).map((one) => ({
      ...one,
      value: one.name === webhook.secret ? secret.value : placeholderOf(one.name),
    }));
    const logs: GuestLog[] = [];
    const entry = `default.webhooks.${name}.run`;
    let outcome: Outcome = {};
    for (const arrived of oncePerEvent(arrivals)) {
      const run = () => this.#guest(manifest, { entry, settings, input: arrived, secrets, send: traffic.send, logs });
      outcome = 'handshake' in arrived ? { output: arrived.handshake } : await run();
    }
    return { problem: traffic.problem() ?? differenceOf(outcome, recorded) ?? traffic.unsent(), logs };
  }

  /** Calls the real servers. Secrets and access tokens by name; what is returned has none of them. */
  async record(
    manifest: PackageManifest,
    { endpoint, settings, input }: Pick<RecordedCall, 'endpoint' | 'settings' | 'input'>,
    values: { readonly secrets: Readonly<Record<string, string>>; readonly connections?: Readonly<Record<string, string>> },
  ): Promise<RecordedCall> {
    const secrets = declaredSecrets(manifest).flatMap((secret) => {
      const value = (secret.isConnection ? values.connections : values.secrets)?.[secret.name];
      return value === undefined ? [] : [{ ...secret, value }];
    });
    const requests: Exchange[] = [];
    const send = record(requests, hiding(secrets));
    const { logs: _logs, ...outcome } = await this.#call(manifest, { endpoint, settings, input }, { secrets, send });
    return { endpoint, settings, input, requests, ...outcome };
  }

  async #call(
    manifest: PackageManifest,
    { endpoint: name, settings, input }: Pick<RecordedCall, 'endpoint' | 'settings' | 'input'>,
    { secrets, send }: { readonly secrets: readonly Secret[]; readonly send: Send },
  ): Promise<Outcome & { readonly logs: readonly GuestLog[] }> {
    const logs: GuestLog[] = [];
    const endpoint = Object.hasOwn(manifest.endpoints, name) ? manifest.endpoints[name] : undefined;
    if (endpoint === undefined) return { error: `There is no endpoint ${JSON.stringify(name)}.`, logs };
    const { success, data, error } = zodOf(endpoint.input).safeParse(input);
    if (!success) return { error: error.message, logs };
    const outcome = await this.#guest(manifest, { entry: `default.endpoints.${name}.run`, settings, input: data, secrets, send, logs });
    try {
      return outcome.error === undefined ? { output: outputOf(endpoint.output, outcome.output), logs } : { ...outcome, logs };
    } catch (failure) {
      return { error: messageOf(failure), logs };
    }
  }

  /** Runs a function of the package. */
  async #guest(manifest: PackageManifest, { entry, settings: given, input, secrets, send, logs }: GuestCall): Promise<Outcome> {
    const outbound = new Outbound({ privateHosts: this.#privateHosts, send });
    try {
      const settings = readSettings(manifest, given);
      const handles = new SecretHandles(secrets);
      const fetch = outbound.forCall({ hosts: hostsOf(manifest, settings), secrets: handles, maxRequests: MAX_REQUESTS });
      const args = [input, { settings, secrets: handles.handles(), connections: handles.handles('connections') }];
      return { output: await this.#run({ entry, args, host: { fetch }, onLog: (line) => logs.push(line) }) };
    } catch (error) {
      return { error: messageOf(error) };
    } finally {
      await outbound.close();
    }
  }

  close(): Promise<void> {
    return this.#sandbox.close();
  }

  #run(call: Pick<Parameters<Sandbox['run']>[0], 'entry' | 'args' | 'host' | 'onLog'>): Promise<unknown> {
    return this.#sandbox.run({ tenant: 'author', code: this.#code, file: 'integration.js', ...call });
  }
}

/** The secrets of a declaration, and the access tokens of its connections. */
function declaredSecrets({ secrets, connections }: PackageManifest) {
  const of = (declared: PackageManifest['secrets'] | PackageManifest['connections'], isConnection: boolean) =>
    Object.entries(declared).map(([name, { in: places }]) => ({ name, places, isConnection }));
  return [...of(secrets, false), ...of(connections, true)];
}

/** Puts placeholders in place of secrets, and removes other spellings of them. */
function hiding(secrets: readonly Secret[]): Hiding {
  const handles = new SecretHandles(secrets);
  const plain = secrets.flatMap(({ name, value }) =>
    [value, encodeURIComponent(value)].map((text) => [text, placeholderOf(name)] as const),
  );
  return {
    hide: (text) => handles.scrub(plain.reduce((hidden, [value, placeholder]) => hidden.replaceAll(value, placeholder), text)),
    isIn: (bytes) => handles.isIn(bytes),
  };
}

function differenceOf(outcome: Outcome, { output, error }: Outcome): string | null {
  const expected = error === undefined ? { output } : { error };
  return isDeepStrictEqual(outcome, expected) ? null : `It ${sentenceOf(outcome)}\n  instead of: it ${sentenceOf(expected)}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function sentenceOf({ output, error }: Outcome): string {
  return error === undefined ? `answered ${JSON.stringify(output ?? null).slice(0, 2000)}` : `failed: ${error}`;
}
