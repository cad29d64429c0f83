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
  const { prepare, act, look, again = act, isPending = async () => false, check } = one;
  await using world = await World.open();
  const text = async (given: unknown) => JSON.stringify(await look(world, given));
  const usual = await prepare(world);
  const old = await text(usual);
  const wrong: string[] = (await act(world, usual)) ? [] : ['does not work'];
  const made = await text(usual);
  if (made === old) wrong.push('changes nothing');

  let wasHit = true;
  for (let at = first; wasHit; at += stride) {
    const given = await prepare(world);
    world.faults.arm(at, kind);
    const acknowledged = await act(world, given);
    world.faults.disarm();
    const { failed } = world.faults;
    wasHit = failed.length > 0;
    const where = `call ${at}, ${failed.join(', ') || 'none'}, ${acknowledged ? 'acknowledged' : 'refused'}`;
    const isSettled = !(await isPending(world, given));
    const state = await text(given);
    if (isSettled && state !== made && (acknowledged || state !== old)) wrong.push(`${where}: a mixture ${state}`);
    const problem = await check?.(world, given);
    if (problem) wrong.push(`${where}: ${problem}`);
    if (acknowledged) continue;
    if (!(await again(world, given))) wrong.push(`${where}: refused again`);
    if ((await text(given)) !== made) wrong.push(`${where}: not as it should be after the next try: ${await text(given)}`);
  }
  return wrong;
}
