import { setTimeout as pause } from 'node:timers/promises';
import { type Builder, openBuilder } from './builder.ts';
import { atLeast, atMost, type Options, percentile, type Result, reported } from './measure.ts';
import { memoryOfTree, totalOf } from './pss.ts';

/** 100 MB. */
const ROWS = 370_000;
const QUICK_ROWS = 20_000;
const NOTE = 'One line of a file that somebody else has exported from another product, with a name, a number, a date and words. ';
const CHECK_MS = 200;
const QUIET_CALLS = 200;

const entity = {
  name: 'Payment',
  type: 'object',
  properties: {
    name: { type: 'string' },
    amount: { type: 'number' },
    due: { type: 'string', format: 'date' },
    paid: { type: 'boolean' },
    note: { type: 'string' },
  },
};
const files = {
  'pages/Home': 'export default function Home() { return <h1>Payments</h1>; }',
  'entities/Payment.json': JSON.stringify(entity),
};

/** The import of a large file by a job: rows per second, memory, and what it costs readers of the same app and of another one. */
export default async function importRows({ rows }: Options): Promise<Result[]> {
  const count = rows < ROWS / 10 ? QUICK_ROWS : ROWS;
  const most = `${ROWS * 2}`;
  await using builder = await openBuilder({ APP_RATE_LIMIT: '0', MAX_ROWS_PER_TABLE: most, MAX_ROWS_PER_APP: most });
  const [own, other] = [await builder.createApp(files), await builder.createApp(files)];
  for (const appId of [own, other]) await builder.call(`${tableOf(appId)}/bulk`, rowsOf(200));
  const quiet = await readers(builder, [own, other], (calls) => calls < QUIET_CALLS);
  const before = totalOf(await memoryOfTree(builder.product.pid));
  const file = fileOf(count);
  const begun = performance.now();
  const id = await start(builder, own, file);
  let mostMemory = before;
  const watch = setInterval(() => {
    void memoryOfTree(builder.product.pid).then((tree) => {
      mostMemory = Math.max(mostMemory, totalOf(tree));
    });
  }, CHECK_MS);
  let isOpen = true;
  const reading = readers(builder, [own, other], () => isOpen);
  const ended = await finished(builder, own, id).finally(() => {
    isOpen = false;
    clearInterval(watch);
  });
  const seconds = (performance.now() - begun) / 1000;
  const busy = await reading;
  if (ended.state !== 'done' || ended.stored !== count) throw new Error(`The import ended as ${JSON.stringify(ended)}.`);
  const size = `${(file.size / 1e6).toFixed(0)} MB, ${count} rows`;
  return [
    atLeast(20_000, { name: `import: ${size}, with the upload`, ours: count / seconds, unit: '/s' }),
    atMost(200, { name: 'import: additional memory at most', ours: (mostMemory - before) / 1e6, unit: 'MB' }),
    ...[50, 99].flatMap((percent) =>
      ['the same app', 'another app'].map((whose, at) =>
        reported({
          name: `import: p${percent} of a page of 50 of ${whose}, beside a quiet server`,
          ours: percentile(busy[at] ?? [], percent),
          theirs: percentile(quiet[at] ?? [], percent),
          unit: 'ms',
        }),
      ),
    ),
  ];
}

const tableOf = (appId: string): string => `/live_api/apps/${appId}/entities/Payment`;

/** Milliseconds of each read, one list for each app. */
function readers(builder: Builder, appIds: readonly string[], goesOn: (calls: number) => boolean): Promise<number[][]> {
  const read = async (appId: string): Promise<number[]> => {
    const times: number[] = [];
    while (goesOn(times.length)) {
      const begun = performance.now();
      await builder.call(`${tableOf(appId)}?limit=50&sort=-createdAt`);
      times.push(performance.now() - begun);
      await pause(10);
    }
    return times;
  };
  return Promise.all(appIds.map(read));
}

async function start({ product, headers }: Builder, appId: string, file: File): Promise<string> {
  const body = new FormData();
  body.set('file', file);
  const answer = await fetch(`${product.builderUrl}${tableOf(appId)}/imports`, {
    method: 'POST',
    headers: { authorization: headers['authorization'] ?? '' },
    body,
  });
  if (!answer.ok) throw new Error(`The import was refused: ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
}

async function finished(builder: Builder, appId: string, id: string): Promise<{ state: string; stored: number }> {
  for (;;) {
    const progress = await builder.call(`${tableOf(appId)}/imports/${id}`);
    if (!['queued', 'running'].includes(progress.state)) return progress;
    await pause(CHECK_MS);
  }
}

function rowsOf(count: number) {
  return Array.from({ length: count }, (_, n) => ({
    name: `Payment ${n}`,
    amount: n / 100,
    due: '2026-11-23',
    paid: n % 2 === 0,
    note: NOTE.repeat(2),
  }));
}

function fileOf(count: number): File {
  const lines = rowsOf(count).map(({ name, amount, due, paid, note }) => `${name},${amount},${due},${paid},"${note}"\n`);
  // One part, like a file on a disk: a client reads each part of a `File` on its own.
  return new File([`name,amount,due,paid,note\n${lines.join('')}`], 'payments.csv', { type: 'text/csv' });
}
