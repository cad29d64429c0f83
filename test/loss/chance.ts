/** Numbers that look random and are the same in every run: a failure can be repeated by its seed. From 0 up to, not including, 1. */
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

/** A whole number from `from` to `to`, both included. */
export function between(random: () => number, from: number, to: number): number {
  return from + Math.floor(random() * (to - from + 1));
}

/** How often a test repeats itself: a few times in the usual run, many times under `npm run soak`. */
export function rounds(usual: number, soak: number): number {
  return process.env['SOAK'] ? soak : usual;
}

/** Seed of this run: a fixed one, or the one in SOAK, to try other points or to repeat a failure. */
export const seed = Number(process.env['SOAK'] || 1) || 1;
