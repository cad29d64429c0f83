import type { SandboxCall, SandboxLimits } from './call.ts';
import { SandboxBusy } from './errors.ts';
import { GuestProcess } from './guest-process.ts';
import { Waiting } from './waiting.ts';

export interface SandboxOptions {
  /** Processes at the same time. */
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
      this.#waiting.wakeAll();
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
    return find() ?? this.#waiting.for(find, { tenant: call.tenant, ms: WAIT_MS, signal: call.signal });
  }

  /** The process of a tenant with room for a call; null when it has to wait. */
  #find({ tenant, depth = 0 }: SandboxCall): GuestProcess | null {
    const own = this.#processes.get(tenant);
    if (own !== undefined) return !this.#isTurnOver(own, depth) && own.reserve(depth) ? own : null;
    if (this.#processes.size >= this.#max) {
      const idle = [...this.#processes.values()].filter((guest) => guest.isIdle).sort((a, b) => a.usedAt - b.usedAt)[0];
      if (idle === undefined) return null;
      void idle.kill();
      this.#processes.delete(idle.tenant);
    }
    // A spare process that has just expired takes no call.
    const guest = this.#spare?.reserve(depth) === true ? this.#spare : this.#start();
    if (guest !== this.#spare) guest.reserve(depth);
    this.#spare = null;
    guest.tenant = tenant;
    guest.turnBegan = performance.now();
    this.#processes.set(tenant, guest);
    return guest;
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
      this.#waiting.wakeAll();
    };
    const guest: GuestProcess = new GuestProcess({ onExit, onFailure: this.#onFailure });
    return guest;
  }
}
