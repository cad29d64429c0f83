import { setTimeout as pause } from 'node:timers/promises';
import { atLeastTimes, atMostTimes, median, type Options, type Result, reported } from '../measure.ts';
import type { Line } from './lines.ts';
import { load, type Measured } from './load.ts';
import type { Side } from './side.ts';

const WARM_UP_SECONDS = 1;

/** Who is compared: `user` and `builder` with `theirs`, and `user` with the bound, which has a part of the operations. */
export interface Sides {
  readonly user: Side;
  readonly builder: Side;
  readonly theirs: Side;
  readonly bound: Side | null;
}

/** Rounds of one line on all sides in turn: rate, p50 and p99, each the median of the rounds. */
export async function compareLine(line: Line, sides: Sides, options: Options): Promise<Result[]> {
  const { user, builder, theirs, bound } = sides;
  const all = [theirs, user, builder, ...(bound !== null && line.isRead ? [bound] : [])];
  for (const side of all) await line.check(side);
  const rounds = new Map<Side, Measured[]>(all.map((side) => [side, []]));
  for (let round = -1; round < options.rounds; round += 1) {
    for (const side of round % 2 === 0 ? all : all.toReversed()) {
      const measured = await runRound(line, side, options, round < 0);
      if (round >= 0) rounds.get(side)?.push(measured);
      // The next side shall not wait for writes to the disk that this one has left.
      await pause(100);
    }
  }
  const medianOf = (side: Side, part: keyof Measured): number => median((rounds.get(side) ?? []).map((measured) => measured[part]));
  const both = (side: Side, part: keyof Measured, other: Side) => {
    const rows = part === 'rate' ? line.rows : 1;
    return { ours: medianOf(side, part) * rows, theirs: medianOf(other, part) * rows, unit: part === 'rate' ? '/s' : 'ms' };
  };
  const name = `entities: ${line.name}`;
  return [
    atLeastTimes(line.goal, { name: `${name}, end user, beside ${theirs.name}`, ...both(user, 'rate', theirs) }),
    reported({ name: `${name}, end user, p50`, ...both(user, 'p50', theirs) }),
    line.p99 === undefined
      ? reported({ name: `${name}, end user, p99`, ...both(user, 'p99', theirs) })
      : atMostTimes(line.p99, { name: `${name}, end user, p99`, ...both(user, 'p99', theirs) }),
    reported({ name: `${name}, builder`, ...both(builder, 'rate', theirs) }),
    reported({ name: `${name}, builder, p50`, ...both(builder, 'p50', theirs) }),
    reported({ name: `${name}, builder, p99`, ...both(builder, 'p99', theirs) }),
    ...(bound !== null && line.isRead ? [reported({ name: `${name}, end user, beside ${bound.name}`, ...both(user, 'rate', bound) })] : []),
  ];
}

function runRound(line: Line, side: Side, options: Options, isWarmUp: boolean): Promise<Measured> {
  const timed = { seconds: isWarmUp ? WARM_UP_SECONDS : options.seconds };
  const until = line.amount === undefined ? timed : { amount: line.amount };
  return load({ side, calls: line.calls(side), connections: options.connections, until });
}
