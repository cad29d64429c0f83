import type { SocketUpgrade } from './plugin.ts';

/** Time for clients to close a connection before it is destroyed. */
const CLOSE_MS = 1000;
const MINUTE_MS = 60_000;

type Socket = SocketUpgrade['socket'];

interface RefusedSocket {
  on(event: 'error', listener: () => void): unknown;
  end(text: string): unknown;
}

/** Why a WebSocket is not opened: as the body of an error has it. */
export interface UpgradeRefusal {
  /** Such as `429 Too Many Requests`. */
  readonly status: string;
  readonly code: string;
  readonly message: string;
}

export const UNOPENED: UpgradeRefusal = {
  status: '500 Internal Server Error',
  code: 'internal',
  message: 'The WebSocket could not be opened. Please try again later.',
};
const CLOSING: UpgradeRefusal = {
  status: '503 Service Unavailable',
  code: 'unavailable',
  message: 'This server takes no more WebSockets at the moment. Please try again later.',
};
const TOO_MANY: UpgradeRefusal = {
  status: '429 Too Many Requests',
  code: 'too-many-requests',
  message: 'This network address holds as many WebSockets as it may. Close some, or try again later.',
};

/** Answers a request to open a WebSocket with an error, for people who look for its reason: browsers show pages the status alone. */
export function refuseUpgrade(socket: RefusedSocket, { status, code, message }: UpgradeRefusal): void {
  const body = JSON.stringify({ message, code, error: { message, code } });
  const headers = `connection: close\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${new TextEncoder().encode(body).length}`;
  socket.on('error', () => undefined);
  socket.end(`HTTP/1.1 ${status}\r\n${headers}\r\n\r\n${body}`);
}

export interface OpenSocketLimits {
  /** Connections of this process. */
  readonly all: number;
  /** Those of one network address. */
  readonly perAddress: number;
}

/** The open WebSockets of one kind, within limits. */
export class OpenSockets {
  readonly #limits: OpenSocketLimits;
  readonly #open = new Set<Socket>();
  readonly #atAddress = new Map<string, number>();
  #isClosed = false;
  #emptied = Promise.withResolvers<void>();

  constructor(limits: OpenSocketLimits) {
    this.#limits = limits;
  }

  /** Counts the connection until it closes. Refuses it beyond the limits and after `close`: the result is then false. */
  admits({ socket, address, onRefused }: Pick<SocketUpgrade, 'socket' | 'address' | 'onRefused'>): boolean {
    const refusal = this.#refusal(address);
    if (refusal !== null) {
      refuseUpgrade(socket, refusal);
      if (refusal === TOO_MANY) onRefused?.();
      return false;
    }
    this.#open.add(socket);
    this.#atAddress.set(address, this.#count(address) + 1);
    socket.once('close', () => this.#release(socket, address));
    return true;
  }

  /** Refuses further connections; `ask` asks the clients to close theirs. Those that are open a second later are destroyed. */
  async close(ask: () => unknown): Promise<void> {
    this.#isClosed = true;
    await ask();
    if (this.#open.size === 0) return;
    const late = setTimeout(() => {
      for (const socket of this.#open) socket.destroy();
    }, CLOSE_MS);
    await this.#emptied.promise;
    clearTimeout(late);
  }

  #refusal(address: string): UpgradeRefusal | null {
    if (this.#isClosed || this.#open.size >= this.#limits.all) return CLOSING;
    return this.#count(address) >= this.#limits.perAddress ? TOO_MANY : null;
  }

  #release(socket: Socket, address: string): void {
    this.#open.delete(socket);
    const left = this.#count(address) - 1;
    if (left > 0) this.#atAddress.set(address, left);
    else this.#atAddress.delete(address);
    if (this.#isClosed && this.#open.size === 0) this.#emptied.resolve();
  }

  #count(address: string): number {
    return this.#atAddress.get(address) ?? 0;
  }
}

/** Counts the messages of one client, in fixed windows of a minute. */
export class MessageLimit {
  readonly #most: number;
  #messages = 0;
  #since = performance.now();

  constructor(perMinute: number) {
    this.#most = perMinute;
  }

  /** Counts one more; false beyond the limit. */
  take(): boolean {
    if (performance.now() - this.#since >= MINUTE_MS) {
      this.#since = performance.now();
      this.#messages = 0;
    }
    this.#messages += 1;
    return this.#messages <= this.#most;
  }
}
