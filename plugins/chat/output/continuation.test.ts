import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Splice } from './continuation.ts';
import { Transcript } from './transcript.ts';

const open = '<action type="add_file" file="pages/A" title="A">\n';
const code = 'import { useState } from "react";\n\nexport default function A() {\n  const total = 3;\n  return total;\n}\n';
const close = '</action>\n';

function cutOff(text: string): Transcript {
  const transcript = new Transcript();
  transcript.text(text);
  transcript.end(false);
  return Transcript.resume(transcript.raw, transcript.parts, transcript);
}

function goOn(before: string, after: string, size = after.length): string {
  const transcript = cutOff(before);
  const splice = new Splice({ raw: transcript.raw, openAction: transcript.openAction });
  for (let at = 0; at < after.length; at += size) transcript.text(splice.push(after.slice(at, at + size)));
  transcript.text(splice.end());
  transcript.end(true);
  const done = transcript.parts.filter((part) => part.kind === 'action' && part.action.status === 'complete');
  return done.map((part) => (part.kind === 'action' ? part.action.content : '')).join('\n---\n');
}

const cut = code.indexOf('= 3');
const before = open + code.slice(0, cut);
const cases: readonly (readonly [name: string, before: string, after: string])[] = [
  ['an exact continuation', before, code.slice(cut) + close],
  ['from the beginning of the line', before, code.slice(code.indexOf('  const')) + close],
  ['some lines again', before, code.slice(code.indexOf('export')) + close],
  ['in a code fence', before, `\`\`\`tsx\n${code.slice(code.indexOf('  const'))}\`\`\`\n${close}`.replace('```\n</', '</')],
  ['the action opened once more', before, `${open}${code.slice(code.indexOf('export'))}${close}`],
  ['the action opened again after the cut', before, `${open.trimEnd()}${code.slice(cut)}${close}`],
  ['all of it again', before, open + code + close],
  ['cut within a word', open + code.slice(0, cut - 3), code.slice(code.indexOf('  const')) + close],
  ['cut within the closing tag', open + code + close.slice(0, 5), close.slice(5)],
  ['cut within the opening tag', open.slice(0, 20), open.slice(20) + code + close],
  ['cut in the prose before', 'Here is', ` the page:\n${open}${code}${close}`],
];

describe('continuing after a cut', () => {
  test.each(cases)('%s', (_name, first, second) => {
    expect(goOn(first, second)).toBe(code.trimEnd());
  });

  test.each(cases)('%s, in small pieces', (_name, first, second) => {
    expect(goOn(first, second, 7)).toBe(code.trimEnd());
  });

  test('another action truncates the open one, which is not applied', () => {
    expect(goOn(before, open.replace('pages/A', 'pages/B') + code + close)).toBe(code.trimEnd());
  });

  test('a short coincidence at the cut is no overlap', () => {
    expect(goOn(`${open}const a = "x`, `x";\n${close}`)).toBe('const a = "xx";');
  });

  test('an exact continuation after any cut gives the whole text', () => {
    fc.assert(
      fc.property(fc.nat(open.length + code.length + close.length), (at) => {
        const whole = open + code + close;
        expect(goOn(whole.slice(0, at), whole.slice(at))).toBe(code.trimEnd());
      }),
    );
  });
});
