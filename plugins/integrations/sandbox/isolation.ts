import { Outbound } from './fetch.ts';
import type { Sandbox, SandboxCall } from './sandbox.ts';
import { SecretHandles } from './secrets.ts';

/** Isolated code that may also `fetch`. */
export interface IsolatedCall extends SandboxCall {
  /** Names of the servers that it may call, by HTTPS. */
  readonly hosts: readonly string[];
}

const MAX_REQUESTS = 50;

/** Runs code of apps in the sandbox, with a `fetch` that reaches the servers that their builders allowed. */
export class Isolation {
  readonly #sandbox: Sandbox;
  readonly #outbound: Outbound;

  /** `privateHosts`: those in private networks that the operator allows. */
  constructor(sandbox: Sandbox, privateHosts: readonly string[]) {
    this.#sandbox = sandbox;
    this.#outbound = new Outbound({ privateHosts });
  }

  run({ hosts, host = {}, ...call }: IsolatedCall): Promise<unknown> {
    const fetch = this.#outbound.forCall({ hosts, secrets: new SecretHandles([]), maxRequests: MAX_REQUESTS });
    return this.#sandbox.run({ ...call, host: { ...host, fetch } });
  }

  close(): Promise<void> {
    return this.#outbound.close();
  }
}
