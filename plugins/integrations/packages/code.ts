import { DomainError } from '@sayso/core';
import type { Connections } from '../connections/connections.ts';
import type { GuestLog } from '../sandbox/call.ts';
import { RequestFailed } from '../sandbox/errors.ts';
import type { FileFetch, Outbound } from '../sandbox/fetch.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { SecretHandles } from '../sandbox/secrets.ts';
import { PackageNotReady } from './errors.ts';
import type { Instance, Instances } from './instances.ts';
import { hostsOf } from './settings.ts';

const MAX_REQUESTS = 20;

interface CodeParts {
  readonly instances: Instances;
  readonly connections: Connections;
  readonly sandbox: Sandbox;
  readonly outbound: Outbound;
  readonly files: (appId: string) => FileFetch;
}

/** The code of installed packages. It is never trusted. */
export class PackageCode {
  readonly #parts: CodeParts;

  constructor(parts: CodeParts) {
    this.#parts = parts;
  }

  /** Runs a function of the package in isolation, with its settings, and handles in place of its secrets. */
  async run(
    instance: Instance,
    {
      entry,
      input,
      signal,
      onLog,
    }: { readonly entry: string; readonly input: unknown; readonly signal: AbortSignal; readonly onLog?: (line: GuestLog) => void },
  ): Promise<unknown> {
    const problem = this.problemOf(instance);
    if (problem !== null) throw new PackageNotReady(problem);
    const { appId, package: packageName, manifest, settings } = instance;
    const tokens = await this.#parts.connections.forCall(instance);
    const secrets = new SecretHandles([...this.#parts.instances.secrets(instance), ...tokens.secrets]);
    const renew = async (names: readonly string[]): Promise<boolean> => {
      const values = await tokens.renew(names).catch((error: unknown) => {
        // The code may show the sentence: it names the connection alone.
        throw error instanceof DomainError ? new RequestFailed(error.message) : error;
      });
      for (const [name, value] of values) secrets.renew(name, value);
      return values.size > 0;
    };
    const files = this.#parts.files(appId);
    const fetch = this.#parts.outbound.forCall({ hosts: hostsOf(manifest, settings), secrets, maxRequests: MAX_REQUESTS, renew, files });
    return this.#parts.sandbox.run({
      tenant: JSON.stringify([appId, packageName]),
      code: await this.#parts.instances.code(instance),
      file: `${packageName}.js`,
      entry,
      args: [input, { settings, secrets: secrets.handles(), connections: secrets.handles('connections') }],
      host: { fetch },
      signal,
      ...(onLog === undefined ? {} : { onLog }),
    });
  }

  /** Why its functions cannot run; null when they can. */
  problemOf(instance: Instance): string | null {
    const { manifest, settings } = instance;
    const open = new Set(this.#parts.instances.secrets(instance).map(({ name }) => name));
    for (const [name, { title, required }] of Object.entries(manifest.secrets)) {
      if (Object.hasOwn(instance.secrets, name) && !open.has(name))
        return `${title} cannot be read, because SECRET has changed. Enter it again.`;
      if (required && !open.has(name)) return `${title} is missing. Enter it in the settings of ${manifest.title}.`;
    }
    const missing = Object.entries(manifest.settings).find(([name, { required }]) => required && settings[name] === undefined);
    return missing === undefined ? null : `${missing[1].title} is missing. Enter it in the settings of ${manifest.title}.`;
  }
}
