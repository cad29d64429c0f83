import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atMost, type Options, percentile, type Result, reported } from '../measure.ts';
import { memoryOfTree, totalOf } from '../pss.ts';
import type { ServerProcess } from '../server-process.ts';
import { load } from './load.ts';
import { openSayso, type SaysoSide } from './sayso.ts';
import type { Call } from './side.ts';
import { PRIORITIES, taskOf } from './tasks.ts';

const CALLS = 10_000;
const FULL_SECONDS = 5;
const SAMPLES = 90;
/** The largest growth, in percent, from the second fifth of the time to the last one. */
const GROWTH = 5;

interface Sample {
  readonly minute: number;
  /** Used heap of the server's processes, and memory of these and all others that it started (PSS), in MB. */
  readonly heap: number;
  readonly memory: number;
  readonly files: number;
}

/** Mixed use of one table at half of the rate that the server reaches, for `--minutes`: heap and open files stay as they are. */
export default async function* soak(options: Options): AsyncIterable<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'sayso-bench-'));
  try {
    const sayso = await openSayso(folder, options.rows);
    await using server = await sayso.start();
    const { user, builder } = sayso;
    const { connections, minutes } = options;
    const calls = mixedCalls(user);
    const { rate } = await load({ side: user, calls, connections, until: { seconds: FULL_SECONDS } });
    const samples: Sample[] = [];
    const begun = performance.now();
    const watch = setInterval(
      () =>
        void sampleOf(server, builder, (performance.now() - begun) / 60_000).then((sample) => {
          samples.push(sample);
          console.error(JSON.stringify(sample));
        }),
      (minutes * 60_000) / SAMPLES,
    );
    const half = await load({ side: user, calls, connections, until: { seconds: minutes * 60 }, rate: Math.round(rate / 2) }).finally(() =>
      clearInterval(watch),
    );
    const name = `soak: ${minutes} min at half load`;
    yield reported({ name: `${name}, rate`, ours: half.rate, theirs: rate, unit: '/s' });
    yield reported({ name: `${name}, p99`, ours: half.p99, unit: 'ms' });
    yield atMost(GROWTH, { name: `${name}, growth of the heap`, ours: growthOf(samples, ({ heap }) => heap), unit: '%' });
    yield atMost(GROWTH, { name: `${name}, growth of open files`, ours: growthOf(samples, ({ files }) => files), unit: '%' });
    yield reported({ name: `${name}, growth of memory`, ours: growthOf(samples, ({ memory }) => memory), unit: '%' });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Of ten calls: six rows, two pages, a change and a new row. */
function mixedCalls(side: SaysoSide): Call[] {
  const step = Math.max(1, Math.floor(side.ids.length / CALLS));
  return Array.from({ length: CALLS }, (_, index) => {
    const id = side.ids[(index * step * 37) % side.ids.length] ?? '';
    const kind = index % 10;
    if (kind < 6) return side.read(id);
    if (kind < 8) return side.page((index % PRIORITIES) + 1);
    return kind === 8 ? side.update(id, { done: index % 20 === 8 }) : side.create(taskOf(index));
  });
}

async function sampleOf({ pid }: ServerProcess, builder: SaysoSide, minute: number): Promise<Sample> {
  const processes = await memoryOfTree(pid);
  const open = await Promise.all(processes.map((each) => readdir(`/proc/${each.pid}/fd`).then((all) => all.length)));
  const metrics = await (await fetch(`${builder.origin}/metrics`)).text();
  const heaps = [...metrics.matchAll(/^nodejs_heap_size_used_bytes\S* (\S+)$/gm)].map(([, bytes]) => Number(bytes) / 1e6);
  const heap = heaps.reduce((sum, megabytes) => sum + megabytes, 0);
  return { minute, heap, memory: totalOf(processes) / 1e6, files: open.reduce((sum, count) => sum + count, 0) };
}

/** In percent. The lower quartile of a heap leaves out what the collector has not freed yet. */
function growthOf(samples: readonly Sample[], part: (sample: Sample) => number): number {
  const fifth = Math.floor(samples.length / 5);
  const early = percentile(samples.slice(fifth, 2 * fifth).map(part), 25);
  const late = percentile(samples.slice(-fifth).map(part), 25);
  return (late / early - 1) * 100;
}
