import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, addressGroup, TooManyRequests } from '../contract/index.ts';
import type { AddressedApp } from './addressed-apps.ts';
import { toWireError } from './errors.ts';

const WINDOW_MS = 60_000;
const REFUSAL = JSON.stringify(toWireError(new TooManyRequests('Rate limit exceeded. Please try again later.'), '').body);

/** Requests a minute; 0: unlimited. */
export interface RequestLimitSettings {
  /** Of a network address without a known account. Of an account: outside of apps. */
  readonly perAddress: number;
  /** Of one caller to one app. */
  readonly perCaller: number;
}

/**
 * Counts the requests of each caller in windows of a minute, before anything else is known of them: refused ones count too. A caller is an
 * account, or the network address of others; callers with known tokens do not use up the allowance of their address. No library: those at
 * hand return a promise per count and set a timer per key.
 */
export class RequestLimits {
  readonly #settings: RequestLimitSettings;
  readonly #now: () => number;
  #counts = new Map<string, number>();
  /** Parsing an address takes as long as the rest of a count. */
  #groups = new Map<string, string>();
  #since: number;

  constructor(settings: RequestLimitSettings, now: () => number = () => performance.now()) {
    this.#settings = settings;
    this.#now = now;
    this.#since = now();
  }

  /** Counts a request whose caller is not known. False after a refusal. */
  admitsAddress(request: FastifyRequest, reply: FastifyReply): boolean {
    const { perAddress } = this.#settings;
    return perAddress === 0 || this.#count(this.#groupOf(request.ip), perAddress) || this.refuse(reply);
  }

  /** Counts a request of an authenticated caller to an app, or outside of apps; all apps that do not exist are one. False after a refusal. */
  admitsCaller(actor: Actor, app: AddressedApp, request: FastifyRequest, reply: FastifyReply): boolean {
    const account = actor.kind === 'anonymous' ? null : actor.id;
    if (app === undefined && account === null) return true;
    const { perAddress, perCaller } = this.#settings;
    const most = app === undefined ? perAddress : perCaller;
    if (most === 0) return true;
    // A token counts as a caller of its own app.
    const counted = app !== undefined && actor.kind === 'app' ? actor.appId : (app ?? (app === null ? '?' : ''));
    return this.#count(`${counted} ${account ?? this.#groupOf(request.ip)}`, most) || this.refuse(reply);
  }

  /**
   * Counts a look-up of an app, which comes before the caller is known. False beyond the allowance of the address: a flood of made-up apps
   * must not reach the store. `foundApp` takes one back.
   */
  admitsLookUp(request: FastifyRequest): boolean {
    const { perAddress } = this.#settings;
    return perAddress === 0 || this.#count(this.#lookUpsOf(request), perAddress);
  }

  foundApp(request: FastifyRequest): void {
    const key = this.#lookUpsOf(request);
    const count = this.#counts.get(key);
    // A new window may have begun.
    if (count !== undefined && count > 0) this.#counts.set(key, count - 1);
  }

  /** Answers 429. Always false. */
  refuse(reply: FastifyReply): false {
    const seconds = Math.max(1, Math.ceil((this.#since + WINDOW_MS - this.#now()) / 1000));
    void reply.status(429).header('retry-after', String(seconds)).type('application/json; charset=utf-8').send(REFUSAL);
    return false;
  }

  #count(key: string, most: number): boolean {
    const now = this.#now();
    if (now - this.#since >= WINDOW_MS) {
      this.#counts = new Map();
      this.#groups = new Map();
      this.#since = now;
    }
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count <= most;
  }

  #lookUpsOf({ ip }: FastifyRequest): string {
    return `look-ups ${this.#groupOf(ip)}`;
  }

  #groupOf(address: string): string {
    let group = this.#groups.get(address);
    if (group === undefined) {
      group = addressGroup(address);
      this.#groups.set(address, group);
    }
    return group;
  }
}
