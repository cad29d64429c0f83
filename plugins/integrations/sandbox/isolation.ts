import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { SandboxCall } from './call.ts';
import { webCryptoOf } from './crypto/web-crypto.ts';
import { type FileFetch, Outbound } from './fetch.ts';
import type { Sandbox } from './sandbox.ts';
import { SecretHandles } from './secrets.ts';

/** Isolated code that may also `fetch`. */
export interface IsolatedCall extends SandboxCall {
  /** Names of the servers that it may call, by HTTPS. */
  readonly hosts: readonly string[];
  /** The app whose code it is, which reads the files of the installation by their addresses. Default: it reads none. */
  readonly appId?: string;
  /**
   * What the code finds as the object `$environment`, by name: a value, or the handle of a secret, a text that becomes the secret in requests to
   * those of the `hosts` that it was entered for, and nowhere else.
   */
  readonly environment?: readonly IsolatedValue[];
  /** Receives hosts that are not among those that it may call, also when the code hides the error. */
  readonly onUnlisted?: (host: string) => void;
}

/** A value, or a secret with the hosts that it was entered for. */
export type IsolatedValue =
  | { readonly name: string; readonly value: string; readonly isSecret: false }
  | { readonly name: string; readonly value: string; readonly isSecret: true; readonly hosts: readonly string[] };

const MAX_REQUESTS = 50;
const PLACES = ['header', 'query', 'path', 'body'] as const;
/** Host functions that take handles, or texts of no one else. */
const OWN = ['form'];

/** Runs code of apps in the sandbox, with a `fetch` that reaches the servers that their builders allowed. */
export class Isolation {
  readonly #sandbox: Sandbox;
  readonly #outbound: Outbound;
  readonly #files: ((appId: string) => FileFetch) | undefined;
  /** Of handles: code that is evaluated once finds the same handles in each of its calls. */
  readonly #key = randomBytes(32);

  /** `privateHosts`: those in private networks that the operator allows; `files`: what an app reads of the files of the installation. */
  constructor(sandbox: Sandbox, privateHosts: readonly string[], files?: (appId: string) => FileFetch) {
    this.#sandbox = sandbox;
    this.#outbound = new Outbound({ privateHosts });
    this.#files = files;
  }

  async run({ hosts, appId, environment = [], host = {}, args, onLog, onUnlisted, ...call }: IsolatedCall): Promise<unknown> {
    const nonce = createHmac('sha256', this.#key)
      .update(JSON.stringify([call.tenant, environment]))
      .digest('hex');
    const kept = environment.flatMap((one) =>
      one.isSecret ? [{ name: one.name, value: one.value, hosts: one.hosts, places: PLACES }] : [],
    );
    const secrets = new SecretHandles(kept, nonce.slice(0, 32));
    const values = Object.fromEntries(environment.map(({ name, value }) => [name, value]));
    const found = JSON.stringify({ ...values, ...secrets.handles() });
    const running = this.#sandbox.run({
      ...call,
      prelude: `globalThis.$environment = Object.freeze(${found});`,
      // A caller that knows a secret, such as a webhook, is recognized by it: the code finds its handle there.
      args: mapped(args, (json) => secrets.conceal(secrets.withoutHandles(json))),
      ...(onLog === undefined ? {} : { onLog: ({ level, text }) => onLog({ level, text: secrets.withoutHandles(text) }) }),
      host: {
        ...Object.fromEntries(Object.entries(host).map(([name, run]) => [name, OWN.includes(name) ? run : withoutHandles(run, secrets)])),
        crypto: webCryptoOf(secrets, call.tenant),
        fetch: this.#outbound.forCall({
          hosts,
          secrets,
          maxRequests: MAX_REQUESTS,
          ...(onUnlisted === undefined ? {} : { onUnlisted: (name) => onUnlisted(secrets.withoutHandles(name)) }),
          ...(appId === undefined || this.#files === undefined ? {} : { files: this.#files(appId) }),
        }),
      },
    });
    const answer = await running.catch((error: unknown) => {
      // The reason of an abort has a message that cannot be changed, and none of the code's.
      if (error instanceof Error && error !== call.signal?.reason) error.message = secrets.withoutHandles(error.message);
      throw error;
    });
    return mapped(answer, (json) => secrets.withoutHandles(json));
  }

  close(): Promise<void> {
    return this.#outbound.close();
  }
}

const withFiles = z.looseObject({ files: z.array(z.looseObject({ value: z.base64() })).min(1) });
type HostFunction = NonNullable<SandboxCall['host']>[string];

/** Handles leave the code for servers alone: a caller that sends a stored one back would have it replaced by the secret. */
function withoutHandles(run: HostFunction, secrets: SecretHandles): HostFunction {
  const clean = (json: string) => secrets.withoutHandles(json);
  return async (value, signal) => mapped(await run(withCleanFiles(mapped(value, clean), secrets), signal), clean);
}

/** Files of a call are Base64, in which no handle is seen. */
function withCleanFiles(value: unknown, secrets: SecretHandles): unknown {
  const { success, data } = withFiles.safeParse(value);
  if (!success) return value;
  const files = data.files.map((file) => {
    const bytes = Buffer.from(file.value, 'base64').toString('latin1');
    const cleaned = secrets.withoutHandles(bytes);
    return cleaned === bytes ? file : { ...file, value: Buffer.from(cleaned, 'latin1').toString('base64') };
  });
  return { ...data, files };
}

/** A JSON value after a change of its text. */
function mapped<T>(value: T, change: (json: string) => string): T {
  const json = JSON.stringify(value);
  if (json === undefined) return value;
  const changed = change(json);
  return changed === json ? value : (JSON.parse(changed) as T);
}
