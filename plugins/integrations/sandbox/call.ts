export interface SandboxLimits {
  /** Milliseconds from the start to the answer, with all waiting. */
  readonly ms: number;
  /** Milliseconds of computing. */
  readonly cpuMs: number;
  readonly memoryBytes: number;
  /** Length of the JSON of the result, and of each argument of a host function. */
  readonly maxChars: number;
}

export interface SandboxCode {
  /** A complete ES module: it can import nothing. */
  readonly code: string;
  /** As stacks name it. */
  readonly file: string;
  /** A script of the server that runs before the module, to define what it finds: `sayso.call(name, value)` calls a host function. */
  readonly prelude?: string;
}

export interface SandboxCall extends SandboxCode {
  /** Calls of one tenant share a process; those of different tenants never do. */
  readonly tenant: string;
  /** The account behind the tenant, such as the owner of an app: places are shared by it. Default: the tenant. */
  readonly owner?: string;
  /** The path of the exported function, such as `default.endpoints.send.run`, or of a JSON value. */
  readonly entry: string;
  /**
   * How many calls wait for this one, when it was made for another call. Each depth has places of its own, so that calls never wait for a place
   * that is taken by one which waits for them. Default 0.
   */
  readonly depth?: number;
  /** JSON values. */
  readonly args: readonly unknown[];
  /** What the code may ask the server for, by name. Domain errors reach it as their message; others are masked. */
  readonly host?: Readonly<Record<string, (value: unknown, signal: AbortSignal) => Promise<unknown>>>;
  readonly limits?: Partial<SandboxLimits>;
  readonly signal?: AbortSignal;
  readonly onLog?: (line: GuestLog) => void;
}

export interface GuestLog {
  readonly level: 'info' | 'warn' | 'error';
  readonly text: string;
}
