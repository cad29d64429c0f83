// Answers in the formats of several families of models, good and bad, and the actions that they become.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findLooseActions } from './loose.ts';
import { Transcript } from './transcript.ts';

interface Sample {
  readonly name: string;
  readonly output: string;
  /** One line an action: its type, its file, its content as JSON, and its status unless it is complete. */
  readonly expected: string;
}

const folder = join(import.meta.dirname, 'habits');
const families = readdirSync(folder).map(
  (file) => [file.replace('.txt', ''), readSamples(readFileSync(join(folder, file), 'utf8'))] as const,
);

function readSamples(text: string): Sample[] {
  const [, ...fields] = text.split(/^##### (.*)\n/m);
  return fields.flatMap((name, at) => {
    if (at % 4 !== 0) return [];
    return [{ name, output: fields[at + 1] ?? '', expected: (fields[at + 3] ?? '').trim() }];
  });
}

function read(chunks: readonly string[]): Transcript {
  const transcript = new Transcript();
  for (const chunk of chunks) transcript.text(chunk);
  transcript.end(true);
  return transcript;
}

function describeActions({ parts }: Transcript): string {
  const lines = parts.flatMap((part) => {
    if (part.kind !== 'action') return [];
    const { type, file, content, status } = part.action;
    return [[type, file, JSON.stringify(content), ...(status === 'complete' ? [] : [status])].join(' ')];
  });
  return lines.join('\n');
}

test('there are at least 60 samples, each with its own name', () => {
  const names = families.flatMap(([family, samples]) => samples.map(({ name }) => `${family}: ${name}`));
  expect(names.length).toBeGreaterThanOrEqual(60);
  expect(new Set(names).size).toBe(names.length);
});

describe.each(families)('%s', (_family, samples) => {
  test.each(samples)('$name', ({ output, expected }) => {
    const whole = read([output]);
    expect(describeActions(whole)).toBe(expected);
    const streamed = read([...output]);
    expect(streamed.parts).toEqual(whole.parts);
    for (const part of whole.parts) if (part.kind === 'action') expect(part.action.title).not.toBe('');
  });

  test('a cut answer yields no action in another format', () => {
    for (const { output } of samples) {
      const transcript = new Transcript();
      transcript.text(output);
      const before = transcript.parts.length;
      transcript.end(false);
      expect(transcript.parts.length).toBe(before);
    }
  });
});

test('a correction in another format is read, too', () => {
  const transcript = new Transcript();
  transcript.text('<action type="add_file" file="pages/Home" title="A">\nbroken\n</action>\n');
  transcript.end(true);
  transcript.beginRound();
  transcript.text('\n\nSorry:\n\n```tsx pages/Home\nexport default () => null;\n```\n');
  transcript.end(true);
  expect(describeActions(transcript)).toBe('add_file pages/Home "broken"\nadd_file pages/Home "export default () => null;"');
});

test.each([
  '```\n',
  '<file>',
  '<invoke name="a">',
  '<parameter=a>',
  '{"a":',
  '<tool_call>',
  '~~~\n',
  'pages/A ',
  '<action type="add_file">',
])('%j, repeated, yields nothing', (piece) => {
  expect(findLooseActions(piece.repeat(3000))).toEqual([]);
  expect(findLooseActions(piece.repeat(100_000))).toEqual([]);
});
