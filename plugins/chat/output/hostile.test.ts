// Counts the parser's work instead of timing it, to show that it grows linearly.
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { stageActions } from '../changes/stage.ts';
import { ActionParser } from './parser.ts';
import { Transcript } from './transcript.ts';

const open = '<action type="add_file" file="pages/A" title="A">';
const hostile = [
  '<',
  '</',
  '<action ',
  '<action a="',
  "<action a='",
  '<action type="dance">',
  '</action',
  '</action   ',
  '</action>',
  '"</action>',
  `'</action>`,
  open,
  `\n${open}`,
  '\n<action a="',
  '`',
  '```\n',
  '"',
  "'",
  '\\',
  '\n',
  'x',
  ' ',
  '<div>',
  '&quot;',
];

/** How many characters the parser reads for a text, counting repeated reads. */
function looks(text: string): number {
  const parser = new ActionParser();
  parser.push(text);
  parser.end();
  return parser.looks;
}

const repeated = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

describe('the parser looks at each character a bounded number of times', () => {
  test.each(hostile)('%j, repeated, in prose and in content', (piece) => {
    for (const start of ['', open]) {
      const [once, twice] = [looks(start + repeated(piece, 50_000)), looks(start + repeated(piece, 100_000))];
      expect(twice / once).toBeLessThan(2.1);
      expect(once).toBeLessThan(50_000 * 10);
    }
  });

  test('any mixture of them, repeated', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...hostile), { minLength: 1, maxLength: 12 }), (pieces) => {
        const [once, twice] = [looks(repeated(pieces.join(''), 20_000)), looks(repeated(pieces.join(''), 40_000))];
        // Some characters at the end may have to be read once more.
        expect(twice).toBeLessThan(2.1 * once + 2000);
        expect(once).toBeLessThan(20_000 * 20);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a large answer', () => {
  const megabytes = 5;

  test(`${megabytes} MB of prose, and of one file`, () => {
    const line = `It's a <b>line</b> of "text" with a \`tick\` and 1 < 2.\n`;
    const text = repeated(line, megabytes * 1_000_000);
    for (const whole of [text, `${open}\n${text}</action>`]) {
      expect(looks(whole)).toBeLessThan(whole.length * 2);
      const transcript = new Transcript();
      for (let at = 0; at < whole.length; at += 4000) transcript.text(whole.slice(at, at + 4000));
      transcript.end(true);
      expect(transcript.raw).toBe(whole);
      expect(transcript.parts).toHaveLength(1);
    }
  });

  test('10,000 actions, all of which can be staged', () => {
    const actions = (count: number) =>
      Array.from({ length: count }, (_, at) =>
        at % 2 === 0
          ? `<action type="add_file" file="pages/P${at}" title="Page ${at}">\nexport default () => <b>{${at}}</b>;\n</action>\n`
          : `<action type="insert_records" file="Row" title="Row ${at}">[{"number": ${at}}]</action>\n`,
      ).join('');
    const stage = (count: number) => {
      const transcript = new Transcript();
      const changes = transcript.text(actions(count)).length;
      const written = vi.spyOn(JSON, 'stringify');
      const { files, inserts, failures } = stageActions({ 'entities/Row.json': '{}' }, transcript.parts, {
        filePath: (path) => path,
        rounds: [],
      });
      const calls = written.mock.calls.length;
      written.mockRestore();
      return { changes, calls, files: Object.keys(files).length, inserts: inserts.length, failures: failures.length };
    };
    const text = actions(10_000);
    expect(looks(text)).toBeLessThan(text.length * 2);
    const [half, whole] = [stage(5000), stage(10_000)];
    expect(whole).toEqual({ changes: 2 * half.changes, calls: 2 * half.calls, files: 5001, inserts: 5000, failures: 0 });
  });

  test('10,000 actions that fail', () => {
    const transcript = new Transcript();
    transcript.text('<action type="edit_file" file="pages/None">nothing</action>'.repeat(10_000));
    const { changes, failures } = stageActions({}, transcript.parts, { filePath: (path) => path, rounds: [] });
    expect([changes.length, failures.length]).toEqual([0, 10_000]);
  });
});
