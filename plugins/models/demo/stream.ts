import { setTimeout as delay } from 'node:timers/promises';
import { openTag, type Part } from './actions.ts';

/** `human`: as fast as one likes to read, a whole first app in about twelve seconds. `instant`: for tests. */
export type Pace = 'human' | 'instant';

const tickMs = 60;
/** Ticks that the code of one answer may take, however long it is. */
const codeTicks = 150;

/** The answer in small pieces, at a pace. Rejects with the signal's reason when it aborts. */
export async function* paced(parts: readonly Part[], pace: Pace, signal: AbortSignal | undefined): AsyncGenerator<string> {
  const length = parts.reduce((sum, part) => sum + (typeof part === 'string' ? 0 : part.content.length), 0);
  const step = Math.max(60, Math.ceil(length / codeTicks));
  for (const chunk of chunks(parts, step)) {
    signal?.throwIfAborted();
    if (pace === 'human') await delay(tickMs, undefined, signal ? { signal } : {});
    yield chunk;
  }
}

function* chunks(parts: readonly Part[], step: number): Generator<string> {
  for (const part of parts) {
    if (typeof part === 'string') {
      yield* part.match(/(?:\S+\s*){1,3}|\s+/g) ?? [];
      yield '\n\n';
      continue;
    }
    const body = `${openTag(part)}\n${part.content.replace(/\n$/, '')}\n</action>\n\n`;
    for (let start = 0; start < body.length; start += step) yield body.slice(start, start + step);
  }
}
