import { partitionedSpec } from '../../partitions.suite.ts';
import type { MoveStep } from './move.ts';
import { moveEarlierRows } from './target.ts';

/** Moves partitions, and kills itself after a step has happened so many times. */
const [file, fatal, times] = process.argv.slice(2) as [string, MoveStep, string];
let left = Number(times);
await moveEarlierRows({
  file,
  name: 'parts',
  spec: partitionedSpec.partition,
  onStep(step) {
    if (step === fatal && --left === 0) process.kill(process.pid, 'SIGKILL');
  },
});
