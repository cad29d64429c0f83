import type { IncomingMessage } from 'node:http';
import type { HostName, Logger } from '../contract/index.ts';

const LOGGED_EVERY_MS = 60 * 60_000;
/** A fault that has not recurred for this time is resolved. */
const REMEMBERED_MS = 60 * 60_000;
/** Pages report a WebSocket that did not arrive after two attempts: the server itself may have refused it. */
const OWN_MS = 2 * 60_000;
const SETTING = { builder: 'BUILDER_URL', runtime: 'RUNTIME_URL' } as const;

/** Why the server itself refuses WebSockets, and what ends that. */
export const OWN_REFUSALS = {
  builder: {
    origin:
      'The server refuses WebSockets of pages whose address is not BUILDER_URL, or whose Host or Origin a proxy changes: set BUILDER_URL to the address that browsers open, and pass both headers on.',
    limit:
      'The server refuses WebSockets, because one network address holds SOCKETS_PER_ADDRESS of them: raise it, or set TRUST_PROXY, so that people behind a proxy are told apart.',
  },
  runtime: {
    origin: '',
    limit:
      'The server refuses WebSockets of apps, because one network address holds LIVE_SOCKETS_PER_ADDRESS of them: raise it, or set TRUST_PROXY, so that people behind a proxy are told apart.',
  },
} as const satisfies Readonly<Record<HostName, Readonly<Record<OwnReason, string>>>>;
export type OwnReason = 'origin' | 'limit';

interface Fault {
  at: number;
  loggedAt: number;
}

export interface ProxyWarningOptions {
  readonly log: Logger;
  readonly urls: Readonly<Record<HostName, string>>;
  /** Passes a fault on to the process that answers for the node. */
  readonly onFault?: (host: HostName) => void;
}

/** Faults of proxies that requests show. They end with the first WebSocket that arrives. */
export class ProxyWarnings {
  readonly #options: ProxyWarningOptions;
  readonly #faults = new Map<HostName, Fault>();
  readonly #own = new Map<string, { readonly host: HostName; readonly at: number }>();

  constructor(options: ProxyWarningOptions) {
    this.#options = options;
  }

  /** A WebSocket arrived, and this server refused it. */
  refusedHere(host: HostName, reason: OwnReason): void {
    const sentence = OWN_REFUSALS[host][reason];
    const at = performance.now();
    const isLogged = at - (this.#own.get(sentence)?.at ?? Number.NEGATIVE_INFINITY) < LOGGED_EVERY_MS;
    this.#own.set(sentence, { host, at });
    if (!isLogged) this.#options.log.warn({ host }, sentence);
  }

  /** A WebSocket did not arrive. */
  refused(host: HostName): void {
    const { log, onFault } = this.#options;
    const at = performance.now();
    if ([...this.#own.values()].some((own) => own.host === host && at - own.at < OWN_MS)) return;
    const fault = this.#faults.get(host) ?? { at, loggedAt: Number.NEGATIVE_INFINITY };
    this.#faults.set(host, fault);
    fault.at = at;
    if (at - fault.loggedAt < LOGGED_EVERY_MS) return;
    fault.loggedAt = at;
    onFault?.(host);
    if (onFault === undefined) log.warn({ host }, this.#sentence(host));
  }

  /** A WebSocket arrived. */
  arrived(host: HostName): void {
    this.#faults.delete(host);
  }

  /** One sentence for each host. */
  list(): readonly string[] {
    const since = performance.now() - REMEMBERED_MS;
    const faults = [...this.#faults].filter(([, { at }]) => at > since).map(([host]) => this.#sentence(host));
    return [...[...this.#own].filter(([, { at }]) => at > since).map(([sentence]) => sentence), ...faults];
  }

  #sentence(host: HostName): string {
    const address = this.#options.urls[host];
    return `A proxy in front of ${address} (${SETTING[host]}) passes no WebSockets, so pages get changes by slower HTTP streams: set it up as docs/operating.md says under "Behind a reverse proxy".`;
  }
}

/** Whether a proxy dropped the `Upgrade` header of a WebSocket, as nginx does: only the handshake has this key (RFC 6455, section 4.1). */
export function isStrippedUpgrade({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['sec-websocket-key'] !== undefined && headers.upgrade === undefined;
}
