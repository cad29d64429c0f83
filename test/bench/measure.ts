/** One line of the table. */
export interface Result {
  readonly name: string;
  /** Sayso's result, in `unit`. */
  readonly ours: number;
  /** The other tool's result in the same run; null when the target is absolute. */
  readonly theirs: number | null;
  readonly unit: string;
  /** `ours / theirs`; null when the target is absolute or a difference. */
  readonly ratio: number | null;
  readonly goal: string;
  readonly ok: boolean;
}

/** Settings of the command line; each measure uses those that fit it. */
export interface Options {
  /** Rows of the table. */
  readonly rows: number;
  readonly connections: number;
  /** Duration of one round of a rate, in seconds, and number of rounds. */
  readonly seconds: number;
  readonly rounds: number;
  /** Numbers of apps in one installation. */
  readonly apps: readonly number[];
  readonly subscribers: number;
  /** Whether to measure MongoDB only, at `MONGODB_URI`. */
  readonly onlyMongo: boolean;
  /** Duration of a measure that observes growth. */
  readonly minutes: number;
}

/** Produces results, all at once or one by one; each measure cleans up after itself. */
export type Measure = (options: Options) => Promise<Result[]> | AsyncIterable<Result>;

/** `ours` may be at most `limit` times `theirs`. */
export function atMostTimes(limit: number, what: Pick<Result, 'name' | 'ours' | 'unit'> & { readonly theirs: number }): Result {
  const ratio = what.ours / what.theirs;
  return { ...what, ratio, goal: `≤ ${round(limit)} ×`, ok: ratio <= limit };
}

/** `ours` must be at least `limit` times `theirs`: for rates. */
export function atLeastTimes(limit: number, what: Pick<Result, 'name' | 'ours' | 'unit'> & { readonly theirs: number }): Result {
  const ratio = what.ours / what.theirs;
  return { ...what, ratio, goal: `≥ ${round(limit)} ×`, ok: ratio >= limit };
}

/** `ours` may be at most `limit`. */
export function atMost(limit: number, what: Pick<Result, 'name' | 'ours' | 'unit'>): Result {
  return { ...what, theirs: null, ratio: null, goal: `≤ ${limit} ${what.unit}`, ok: what.ours <= limit };
}

/** `ours` must be at least `limit`: for rates. */
export function atLeast(limit: number, what: Pick<Result, 'name' | 'ours' | 'unit'>): Result {
  return { ...what, theirs: null, ratio: null, goal: `≥ ${limit} ${what.unit}`, ok: what.ours >= limit };
}

/** `ours` may be at most `limit` more than `theirs`. */
export function atMostMore(limit: number, what: Pick<Result, 'name' | 'ours' | 'unit'> & { readonly theirs: number }): Result {
  return { ...what, ratio: null, goal: `≤ +${limit} ${what.unit}`, ok: what.ours - what.theirs <= limit };
}

/** Without a target. */
export function reported(what: Pick<Result, 'name' | 'ours' | 'unit'> & { readonly theirs?: number }): Result {
  const { theirs = null } = what;
  return { ...what, theirs, ratio: theirs === null ? null : what.ours / theirs, goal: '', ok: true };
}

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** The smallest value that at least `percent` % of all values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN;
}

/** Duration of the work in milliseconds. */
export async function time(work: () => unknown): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Runs both alternately, so that other load affects both; the medians in milliseconds, without the warm-up rounds. */
export async function byTurns(
  turns: number,
  ours: (turn: number) => Promise<number>,
  theirs: (turn: number) => Promise<number>,
): Promise<{ readonly ours: number; readonly theirs: number }> {
  const times = { ours: [] as number[], theirs: [] as number[] };
  for (let turn = -1; turn < turns; turn += 1) {
    const both = { ours: await ours(turn), theirs: await theirs(turn) };
    if (turn < 0) continue;
    times.ours.push(both.ours);
    times.theirs.push(both.theirs);
  }
  return { ours: median(times.ours), theirs: median(times.theirs) };
}

export function round(value: number): string {
  return String(Number(value.toPrecision(3)));
}
