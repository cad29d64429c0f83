import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../contract/id.ts';
import { partitionedSpec } from '../../partitions.suite.ts';
import { fileName } from '../partitions/files.ts';
import { openSqliteStore } from '../store.ts';
import type { MoveStep } from './move.ts';
import { checkSpace } from './space.ts';
import { moveEarlierRows, openTarget } from './target.ts';

const { partition: spec } = partitionedSpec;
const APPS = 5;
const ROWS = 450;
let folder: string;
let file: string;
let files: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sayso-move-'));
  file = join(folder, 'sayso.db');
  files = join(folder, 'apps');
  await fill();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const keys = Array.from({ length: APPS }, (_, at) => `app${at}`);
const expected = new Map<string, string>();

/** A data folder of an earlier release: all rows in one table, beside other collections. */
async function fill(): Promise<void> {
  expected.clear();
  const store = await openSqliteStore({ file });
  const rows = await store.open('parts', {
    document: partitionedSpec.document,
    indexes: [{ keys: { appId: 1, entity: 1, createdAt: -1 } }],
  });
  const others = await store.open('others', { document: partitionedSpec.document });
  const documents = Array.from({ length: ROWS }, (_, at) => ({
    _id: newId(),
    appId: keys[at % APPS] as string,
    entity: at % 3 === 0 ? 'Note' : 'Task',
    createdAt: new Date(at).toISOString(),
    creatorId: at % 2 === 0 ? null : 'u',
    data: { text: `ä ${at}`, n: at, list: [at, { deep: null }], ...(at % 7 === 0 ? { '10': 'number', '2': 'order' } : {}) },
  }));
  for (const document of documents) expected.set(document._id, canonical(document));
  await rows.insertMany(documents);
  await others.insertOne(documents[0] as never);
  await store.close();
}

/** The order of members is that of the spec in files. */
function canonical({ _id, appId, entity, createdAt, creatorId, data }: Record<string, unknown>): string {
  return JSON.stringify({ _id, appId, entity, createdAt, creatorId, data });
}

function move(onStep: (step: MoveStep) => void = () => undefined): Promise<void> {
  return moveEarlierRows({ file, name: 'parts', spec, onStep });
}

async function content(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const target = openTarget('parts', spec, files);
  for (const key of keys)
    for await (const document of target.rows.stream({ appId: key })) {
      expect(document).toMatchObject({ appId: key });
      expect(found.has(document._id)).toBe(false);
      found.set(document._id, canonical({ ...document }));
    }
  await target.close();
  return found;
}

function tables(): string[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const names = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`).all();
  database.close();
  return names.map(({ name }) => name as string);
}

async function expectMoved(): Promise<void> {
  expect(await content()).toEqual(expected);
  expect(readdirSync(files).sort()).toEqual(keys.map(fileName));
  expect(existsSync(`${files}.new`)).toBe(false);
  expect(tables()).toEqual(['_kinds', 'others']);
}

const steps: readonly [MoveStep, number][] = [
  ['begun', 1],
  ...(['copied', 'verified', 'synced', 'renamed', 'marked'] as const).flatMap((step): [MoveStep, number][] => [
    [step, 1],
    [step, APPS],
  ]),
  ['moved', 1],
  ['dropped', 1],
  ['vacuumed', 1],
  ['ended', 1],
];

describe('moving a table to one file for each partition', () => {
  it('moves every document as it is, and drops the table', async () => {
    await move();
    await expectMoved();
    await move();
    await expectMoved();
  });

  it.each(steps)('is completed by the next start after a kill at "%s", time %i', { timeout: 30_000 }, async (step, times) => {
    const child = fileURLToPath(new URL('./move.child.ts', import.meta.url));
    const { signal, stderr } = spawnSync(process.execPath, [child, file, step, String(times)], { encoding: 'utf8' });
    expect([signal, stderr]).toEqual(['SIGKILL', '']);
    await move();
    await expectMoved();
  });

  it('is completed after a failure at each step in turn', { timeout: 30_000 }, async () => {
    const failed: MoveStep[] = [];
    for (let isDone = false; !isDone; ) {
      isDone = await move((step) => {
        if (failed.filter((each) => each === step).length >= (failed.length % 2) + 1) return;
        failed.push(step);
        throw new Error(step);
      }).then(
        () => true,
        (error: Error) => {
          expect(error.message).toBe(failed.at(-1));
          return false;
        },
      );
    }
    expect(new Set(failed)).toEqual(new Set(steps.map(([step]) => step)));
    await expectMoved();
  });

  it('ignores a half-made file of an interrupted move', async () => {
    await expect(
      move((step) => {
        if (step === 'copied') throw new Error('interrupted');
      }),
    ).rejects.toThrow('interrupted');
    writeFileSync(join(`${files}.new`, fileName('app1')), 'damaged');
    await move();
    await expectMoved();
  });

  it('refuses a file that another program has put in place', async () => {
    await move();
    const kept = readdirSync(files);
    await fill();
    await expect(move()).rejects.toThrow('has other rows than sayso.db');
    expect(readdirSync(files)).toEqual(kept);
    expect(tables()).toContain('parts');
  });

  it('changes nothing when the disk has too little room', () => {
    expect(() => checkSpace(folder, { bytes: 1e18, partitions: 1 })).toThrow(
      /needs \d+ MB on the disk of .*, which has \d+ MB left\. Free some/,
    );
    checkSpace(folder, { bytes: 1, partitions: 1 });
  });

  it('returns the space of a large table to the disk', async () => {
    const store = await openSqliteStore({ file });
    const rows = await store.open('parts', { document: partitionedSpec.document });
    const large = Array.from({ length: 40 }, () => ({
      _id: newId(),
      appId: 'app0',
      entity: 'Note',
      createdAt: null,
      creatorId: null,
      data: { text: 'x'.repeat(600_000) },
    }));
    for (const document of large) expected.set(document._id, canonical(document));
    await rows.insertMany(large);
    await store.close();
    const before = statSync(file).size;
    await move();
    await expectMoved();
    expect([before > 20_000_000, statSync(file).size < 1_000_000]).toEqual([true, true]);
  });

  it('has nothing to do in a new data folder', async () => {
    rmSync(file);
    const store = await openSqliteStore({ file });
    await store.close();
    const done: MoveStep[] = [];
    await move((step) => done.push(step));
    expect([done, existsSync(files)]).toEqual([[], false]);
  });
});
