import type { SandboxCall, SandboxLimits } from './call.ts';
import { SandboxBusy } from './errors.ts';
import { GuestProcess } from './guest-process.ts';
import { Waiting } from './waiting.ts';

export interface SandboxOptions {
  /** Processes that compute at the same time. Those whose calls only wait take none of these places: up to four times as many run. */
  readonly processes: number;
  readonly limits?: Partial<SandboxLimits>;
  /** Receives failures of host functions that isolated code must not read: all but domain errors. */
  readonly onFailure?: (error: unknown) => void;
}

const DEFAULT_LIMITS: SandboxLimits = { ms: 30_000, cpuMs: 1000, memoryBytes: 64 * 1024 * 1024, maxChars: 1_000_000 };
const MAX_WAITING = 200;
const WAIT_MS = 10_000;
/** How long a tenant keeps its process when others wait for one. */
const TURN_MS = 2000;
/** Processes for each one that may compute: the others wait for servers, rows and timers. */
const WAITING_SHARE = 4;

/**
 * Runs code that is not trusted, such as that of integration packages: in WebAssembly, in processes that have no environment and no files. A
 * process belongs to one tenant until it ends.
 */
export class Sandbox {
  readonly #processes = new Map<string, GuestProcess>();
  readonly #waiting = new Waiting(MAX_WAITING);
  readonly #max: number;
  readonly #limits: SandboxLimits;
  readonly #onFailure: (error: unknown) => void;
  /** A process that has no tenant yet, because starting one takes longer than most calls. */
  #spare: GuestProcess | null = null;
  #isClosed = false;

  constructor({ processes, limits, onFailure = () => {} }: SandboxOptions) {
    this.#max = processes;
    this.#onFailure = onFailure;
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
  }

  /** The JSON value that the function returns. Throws `GuestFailed`, `GuestLimitReached`, `SandboxBusy`, or the reason of `signal`. */
  async run(call: SandboxCall): Promise<unknown> {
    call.signal?.throwIfAborted();
    const limits = { ...this.#limits, ...call.limits };
    const guest = await this.#acquire(call);
    try {
      return await guest.run(call, limits);
    } finally {
      this.#wake();
      void this.prepare();
    }
  }

  /** Starts the process of the next tenant before there is one. Resolves when it is ready, or could not start. */
  async prepare(): Promise<void> {
    if (this.#isClosed) return;
    this.#spare ??= this.#start();
    await this.#spare.ready;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#waiting.wakeAll();
    await Promise.all([this.#spare, ...this.#processes.values()].map((guest) => guest?.kill()));
  }

  async #acquire(call: SandboxCall): Promise<GuestProcess> {
    const find = () => {
      if (this.#isClosed) throw new SandboxBusy();
      return this.#find(call);
    };
    return find() ?? this.#waiting.for(find, { tenant: call.tenant, owner: ownerOf(call), ms: WAIT_MS, signal: call.signal });
  }

  /** The process of a tenant with room for a call; null when it has to wait. */
  #find(call: SandboxCall): GuestProcess | null {
    const { tenant, depth = 0 } = call;
    const own = this.#processes.get(tenant);
    if (own !== undefined) return !this.#isTurnOver(own, depth) && own.reserve(depth) ? own : null;
    if (this.#processes.size >= this.#max) {
      const idle = [...this.#processes.values()].filter((guest) => guest.isIdle).sort((a, b) => a.usedAt - b.usedAt)[0];
      if (idle !== undefined) {
        void idle.kill();
        this.#processes.delete(idle.tenant);
      } else if (!this.#mayAdd(ownerOf(call))) return null;
    }
    // A spare process that has just expired takes no call.
    const guest = this.#spare?.reserve(depth) === true ? this.#spare : this.#start();
    if (guest !== this.#spare) guest.reserve(depth);
    this.#spare = null;
    guest.tenant = tenant;
    guest.owner = ownerOf(call);
    guest.turnBegan = performance.now();
    this.#processes.set(tenant, guest);
    return guest;
  }

  /** Whether a further process may start: one of those that compute has to be free, and its owner must not have all places of those that wait. */
  #mayAdd(owner: string): boolean {
    const computing = [...this.#processes.values()].filter((guest) => !guest.isWaiting).length;
    return computing < this.#max && this.#processes.size < this.#max * WAITING_SHARE && this.#heldBy(owner) < Math.max(2, this.#max);
  }

  #heldBy(owner: string): number {
    return [...this.#processes.values()].filter((guest) => guest.owner === owner).length;
  }

  #wake(): void {
    this.#waiting.wakeAll((owner) => this.#heldBy(owner));
  }

  /** Whether a process takes no further calls, so that it becomes idle for a tenant that has none. */
  #isTurnOver({ turnBegan }: GuestProcess, depth: number): boolean {
    if (depth > 0 || this.#processes.size < this.#max || performance.now() - turnBegan < TURN_MS) return false;
    return this.#waiting.hasOther(this.#processes);
  }

  #start(): GuestProcess {
    const onExit = () => {
      if (this.#spare === guest) this.#spare = null;
      if (this.#processes.get(guest.tenant) === guest) this.#processes.delete(guest.tenant);
      // Each call that ends makes room, for its tenant or, when its process is idle, for others.
      this.#wake();
    };
    const guest: GuestProcess = new GuestProcess({ onExit, onFailure: this.#onFailure, onWaiting: () => this.#wake() });
    return guest;
  }
}

function ownerOf({ owner, tenant }: SandboxCall): string {
  return owner ?? tenant;
}
