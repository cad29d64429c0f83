// Complete answers of models: two of the demo assistant, and the habits of others (fences, edits, mentioned tags, many scripts).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stageActions } from '../changes/stage.ts';
import type { Action } from '../ref.ts';
import { Splice } from './continuation.ts';
import { Transcript } from './transcript.ts';

const folder = join(import.meta.dirname, 'recorded');
const recorded = readdirSync(folder).map((name) => [name.replace('.txt', ''), readFileSync(join(folder, name))] as const);
/** Parsing from the start at each byte takes quadratic time; the longest recording is parsed once and checked after each byte. */
const short = recorded.filter(([, bytes]) => bytes.length < 6000);

/** Decodes bytes as they arrive, in chunks of these lengths. */
function read(bytes: Uint8Array, lengths: Iterable<number>): Transcript {
  const transcript = new Transcript();
  const decoder = new TextDecoder();
  let at = 0;
  for (const length of lengths) {
    transcript.text(decoder.decode(bytes.subarray(at, at + length), { stream: true }));
    at += length;
  }
  if (at < bytes.length) transcript.text(decoder.decode(bytes.subarray(at), { stream: true }));
  return transcript;
}

function actionsOf({ parts }: Pick<Transcript, 'parts'>): Action[] {
  return parts.flatMap((part) => (part.kind === 'action' ? [part.action] : []));
}
const completeOf = (transcript: Transcript) => actionsOf(transcript).filter(({ status }) => status === 'complete');

test('the recordings contain actions of every kind of file, and an unclosed one', () => {
  const all = recorded.flatMap(([, bytes]) => actionsOf(read(bytes, [])));
  expect(new Set(all.map(({ type }) => type))).toEqual(
    new Set(['add_file', 'edit_file', 'delete_file', 'add_entity', 'edit_entity', 'set_permissions', 'insert_records']),
  );
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['complete', 'truncated']));
});

describe.each(short)('%s', (_name, bytes) => {
  const whole = completeOf(read(bytes, []));

  test('cut at every byte, only complete actions count as complete', () => {
    for (let length = 0; length <= bytes.length; length += 1) {
      const cut = read(bytes.subarray(0, length), []);
      const before = completeOf(cut);
      cut.end(false);
      // Whatever is added at the end of the input is truncated.
      expect(completeOf(cut)).toEqual(before);
      expect(before).toEqual(whole.slice(0, before.length));
    }
  });

  test('cut at every byte, the staged files are those of the whole text up to there', () => {
    const options = { filePath: (path: string) => path, rounds: [] };
    const parts = (actions: readonly Action[]) => actions.map((action) => ({ kind: 'action', action }) as const);
    const staged = whole.map((_action, index) => stageActions({}, parts(whole.slice(0, index + 1)), options));
    for (let length = 0; length <= bytes.length; length += 1) {
      const cut = read(bytes.subarray(0, length), []);
      cut.end(false);
      const { files, inserts, failures } = stageActions({}, cut.parts, options);
      const wanted = staged[completeOf(cut).length - 1];
      expect(files).toEqual(wanted?.files ?? {});
      expect(inserts.map(({ rows }) => rows)).toEqual((wanted?.inserts ?? []).map(({ rows }) => rows));
      // A truncated action prevents the version.
      if (actionsOf(cut).at(-1)?.status === 'truncated') expect(failures.length).toBeGreaterThan(0);
    }
  });
});

test.each(recorded)('%s, byte by byte: an action never changes once it is complete', (_name, bytes) => {
  const transcript = new Transcript();
  const decoder = new TextDecoder();
  const expected = actionsOf(read(bytes, []));
  let complete = 0;
  for (const byte of bytes) {
    transcript.text(decoder.decode(Uint8Array.of(byte), { stream: true }));
    if (transcript.openAction !== null) continue;
    const actions = actionsOf(transcript);
    if (actions.length === complete) continue;
    complete = actions.length;
    expect(actions).toEqual(expected.slice(0, complete));
  }
  expect(actionsOf(transcript)).toEqual(expected);
});

test.each(recorded)('%s: any split into chunks gives the same message', (_name, bytes) => {
  const whole = read(bytes, []);
  whole.end(true);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 200 }), (lengths) => {
      const split = read(bytes, lengths);
      split.end(true);
      expect(split.parts).toEqual(whole.parts);
      expect(split.raw).toBe(whole.raw);
    }),
    { numRuns: 60 },
  );
});

test.each(recorded)('%s: any split of the rest after a cut gives the same message', (_name, bytes) => {
  const text = new TextDecoder().decode(bytes);
  const goOn = (at: number, sizes: readonly number[]): Transcript => {
    const first = new Transcript();
    first.text(text.slice(0, at));
    first.end(false);
    const second = Transcript.resume(first.raw, first.parts, first);
    const splice = new Splice({ raw: second.raw, openAction: second.openAction });
    let from = at;
    for (const size of sizes) {
      second.text(splice.push(text.slice(from, from + size)));
      from += size;
    }
    second.text(splice.push(text.slice(from)));
    second.text(splice.end());
    second.end(true);
    return second;
  };
  fc.assert(
    fc.property(fc.nat(text.length), fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 40 }), (at, sizes) => {
      const whole = goOn(at, []);
      const split = goOn(at, sizes);
      expect(split.raw).toBe(whole.raw);
      expect(split.parts).toEqual(whole.parts);
    }),
    { numRuns: 100 },
  );
});
