import { describe, expect, test } from 'vitest';
import type { Part } from './actions.ts';
import { paced } from './stream.ts';

const parts: readonly Part[] = [
  'Here it comes.',
  { type: 'add_file', file: 'pages/Home', title: 'Home "page"', content: `${'const x = 1;\n'.repeat(400)}` },
  'Done.',
];

async function chunksOf(signal?: AbortSignal): Promise<string[]> {
  const chunks: string[] = [];
  for await (const chunk of paced(parts, 'instant', signal)) chunks.push(chunk);
  return chunks;
}

describe('an answer in pieces', () => {
  test('is the whole answer, in words and short runs of code', async () => {
    const chunks = await chunksOf();
    expect(chunks.join('')).toBe(
      `Here it comes.\n\n<action type="add_file" file="pages/Home" title="Home &quot;page&quot;">\n${'const x = 1;\n'.repeat(400)}</action>\n\nDone.\n\n`,
    );
    expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThan(200);
  });

  test('code of any length takes no longer than about ten seconds', async () => {
    const long: Part = { type: 'add_file', file: 'pages/Home', title: 'Home', content: 'x'.repeat(1_000_000) };
    let count = 0;
    for await (const _ of paced([long], 'instant', undefined)) count += 1;
    expect(count).toBeLessThan(160);
  });

  test('ends when it is stopped', async () => {
    const controller = new AbortController();
    const stream = paced(parts, 'human', controller.signal);
    await stream.next();
    controller.abort(new Error('stopped'));
    await expect(stream.next()).rejects.toThrow();
  });
});
