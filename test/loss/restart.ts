import { expect } from 'vitest';
import { startProduct } from '../product.ts';

const LIMIT_MS = 5000;

/**
 * A server answers within 5 s of its restart, whatever it finds. On a machine that is so busy that even an empty one takes longer to start,
 * it must at least not take much longer than that one.
 */
export async function expectQuickRestart(tookMs: number, where: string): Promise<void> {
  if (tookMs < LIMIT_MS) return;
  const before = performance.now();
  await using _empty = await startProduct();
  const emptyMs = performance.now() - before;
  expect(tookMs, `${where}: restart; an empty one takes ${Math.round(emptyMs)} ms`).toBeLessThan(Math.max(LIMIT_MS, emptyMs * 2));
}
