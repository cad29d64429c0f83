import { describe, expect, it } from 'vitest';
import { type Act, acts } from './acts.ts';
import { rounds } from './chance.ts';
import type { FaultKind } from './faults.ts';
import { World } from './world.ts';

const kinds: FaultKind[] = ['before', 'after', 'outage', 'killed'];
/** A soak fails every call; a normal run every fourth one, staggered by kind, so that each call is covered. */
const step = rounds(4, 1);

describe.each(acts)('$name', (act) => {
  it.each(kinds)(
    'fails at any call (%s), leaves the old state or the new one, and works the next time',
    { timeout: 600_000 },
    async (kind) => {
      const first = 1 + (kinds.indexOf(kind) % step);
      const { lanes = 1 } = act;
      const sweeps = Array.from({ length: lanes }, (_, lane) => sweep(act, kind, { first: first + lane * step, stride: step * lanes }));
      expect((await Promise.all(sweeps)).flat()).toEqual([]);
    },
  );
});

/** Fails call `first` and every `stride`-th one after it until none is left; returns the faults found, one line each. */
async function sweep(one: Act, kind: FaultKind, { first, stride }: { first: number; stride: number }): Promise<string[]> {
  const { prepare, act, look } = one;
  await using world = await World.open();
  const usual = await prepare(world);
  const old = JSON.stringify(await look(world, usual));
  const wrong: string[] = (await act(world, usual)) ? [] : ['does not work'];
  const made = JSON.stringify(await look(world, usual));
  if (made === old) wrong.push('changes nothing');

  for (let at = first; ; at += stride) {
    const given = await prepare(world);
    world.faults.arm(at, kind);
    const isAcknowledged = await act(world, given);
    world.faults.disarm();
    const { failed } = world.faults;
    const where = `call ${at}, ${failed.join(', ') || 'none'}, ${isAcknowledged ? 'acknowledged' : 'refused'}`;
    const found = await inspect(one, world, { given, isAcknowledged, old, made });
    wrong.push(...found.map((line) => `${where}: ${line}`));
    if (failed.length === 0) return wrong;
  }
}

/** An act after a fault, and the states before and after it without one. */
interface Outcome {
  readonly given: unknown;
  readonly isAcknowledged: boolean;
  readonly old: string;
  readonly made: string;
}

/** What is wrong after an act with a fault, and, if it was refused, after the next try. */
async function inspect(one: Act, world: World, { given, isAcknowledged, old, made }: Outcome): Promise<string[]> {
  const { act, look, again = act, isPending = async () => false, check } = one;
  const text = async () => JSON.stringify(await look(world, given));
  const wrong: string[] = [];
  const isSettled = !(await isPending(world, given));
  const state = await text();
  if (isSettled && state !== made && (isAcknowledged || state !== old)) wrong.push(`a mixture ${state}`);
  const problem = await check?.(world, given);
  if (problem) wrong.push(problem);
  if (isAcknowledged) return wrong;
  if (!(await again(world, given))) wrong.push('refused again');
  const after = await text();
  if (after !== made) wrong.push(`not as it should be after the next try: ${after}`);
  return wrong;
}
