import { describe, expect, test } from 'vitest';
import type { Part } from './actions.ts';
import { openDemo } from './index.ts';
import { chunksOf } from './stream.ts';

const parts: readonly Part[] = [
  'Here it comes.',
  { type: 'add_file', file: 'pages/Home', title: 'Home "page"', content: `${'const x = 1;\n'.repeat(400)}` },
  'Done.',
];

describe('an answer in chunks', () => {
  test('is the whole answer, in words and runs of code', () => {
    const chunks = [...chunksOf(parts)];
    expect(chunks.join('')).toBe(
      `Here it comes.\n\n<action type="add_file" file="pages/Home" title="Home &quot;page&quot;">\n${'const x = 1;\n'.repeat(400)}</action>\n\nDone.\n\n`,
    );
    expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThanOrEqual(2048);
  });

  test('ends when it is aborted', async () => {
    const controller = new AbortController();
    const request = 'A habit tracker';
    const workspace = { appId: 'app', addedRows: [], appName: 'App', request, files: {}, previousFiles: null, errors: [] };
    const stream = openDemo().streamChat({ messages: [], workspace, signal: controller.signal })[Symbol.asyncIterator]();
    await stream.next();
    controller.abort(new Error('stopped'));
    await expect(stream.next()).rejects.toThrow('stopped');
  });
});

test('a whole first app takes no timer: the answer is there at once', async () => {
  const workspace = { appId: 'app', addedRows: [], appName: 'App', request: 'A habit tracker', files: {}, previousFiles: null, errors: [] };
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
  }, 0);
  let count = 0;
  for await (const _ of openDemo().streamChat({ messages: [], workspace })) count += 1;
  clearTimeout(timer);
  expect(count).toBeGreaterThan(20);
  expect(isLate).toBe(false);
});
