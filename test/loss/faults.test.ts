import { describe, expect, it } from 'vitest';
import { type Act, acts } from './acts.ts';
import { rounds } from './chance.ts';
import type { FaultKind } from './faults.ts';
import { World } from './world.ts';

const kinds: FaultKind[] = ['before', 'after', 'outage'];
/** Every call in a soak; else each kind of fault takes every third, so that all calls have their turn. */
const step = rounds(3, 1);
/** Worlds at once: much of the time goes by until a job is tried again. */
const LANES = 4;

describe.each(acts)('$name', (act) => {
  it.each(kinds)(
    'fails at any call (%s), leaves the old state or the new one, and works the next time',
    { timeout: 120_000 },
    async (kind) => {
      const first = 1 + (kinds.indexOf(kind) % step);
      const lanes = Array.from({ length: LANES }, (_, lane) => sweep(act, kind, first + lane * step));
      expect((await Promise.all(lanes)).flat()).toEqual([]);
    },
  );
});

/** Lets every call from `first` on fail, as far as this lane has to; what went wrong, one line each. */
async function sweep({ prepare, act, look, again = act, check }: Act, kind: FaultKind, first: number): Promise<string[]> {
  await using world = await World.open();
  const text = async (given: unknown) => JSON.stringify(await look(world, given));
  const usual = await prepare(world);
  const old = await text(usual);
  const wrong: string[] = (await act(world, usual)) ? [] : ['does not work'];
  const made = await text(usual);
  if (made === old) wrong.push('changes nothing');

  let wasHit = true;
  for (let at = first; wasHit; at += step * LANES) {
    const given = await prepare(world);
    world.faults.arm(at, kind);
    const acknowledged = await act(world, given);
    world.faults.disarm();
    const { failed } = world.faults;
    wasHit = failed.length > 0;
    const where = `call ${at}, ${failed.join(', ') || 'none'}, ${acknowledged ? 'acknowledged' : 'refused'}`;
    const state = await text(given);
    if (state !== made && (acknowledged || state !== old)) wrong.push(`${where}: a mixture ${state}`);
    const problem = await check?.(world, given);
    if (problem) wrong.push(`${where}: ${problem}`);
    if (acknowledged) continue;
    if (!(await again(world, given))) wrong.push(`${where}: refused again`);
    if ((await text(given)) !== made) wrong.push(`${where}: not as it should be after the next try: ${await text(given)}`);
  }
  return wrong;
}
