import type { Payload } from './payload.ts';

/** Where the events of this process and of its members go: the log of all nodes, or the main process. */
export interface Upstream {
  /** Whether `write` resolves when the event is stored (or the first attempt failed), not when another process has it. */
  readonly stores: boolean;
  /** Takes the payload as JSON. */
  write(event: string, text: string): Promise<void>;
  /** Reports that events before this were lost. */
  reportLoss(): Promise<void>;
  /** Resolves when all written events have arrived. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Receives the events that others gave to an upstream. */
export interface Receiver {
  deliver(event: string, payload: Payload): void;
  /** Some events before the next were lost. */
  miss(): void;
}

/** Opens an upstream; the receiver gets each event that is written after it has resolved. */
export type OpenUpstream = (receiver: Receiver) => Promise<Upstream>;
