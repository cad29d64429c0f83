/** Seeded pseudo-random numbers in [0, 1), so that a failure can be reproduced. */
export function chance(seed: number): () => number {
  // mulberry32 (public domain, Tommy Ettinger).
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A random integer from `from` to `to`, both inclusive. */
export function between(random: () => number, from: number, to: number): number {
  return from + Math.floor(random() * (to - from + 1));
}

/** Number of repetitions: `usual` in a normal run, `soak` under `npm run soak`. */
export function rounds(usual: number, soak: number): number {
  return process.env['SOAK'] ? soak : usual;
}

/** Seed of this run: 1, or SOAK, to try other points or to reproduce a failure. */
export const seed = Number(process.env['SOAK'] || 1) || 1;
