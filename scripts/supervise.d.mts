export interface Supervision {
  /** Whether a stop was requested. */
  isStopping(): boolean;
  say(text: string): void;
  /** Default: a timer. */
  wait?(ms: number): Promise<void>;
  /** A monotonic clock, in ms. */
  now?(): number;
}
export function supervise(start: () => Promise<number>, supervision: Supervision): Promise<number>;
