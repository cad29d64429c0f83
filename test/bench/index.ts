// Side-by-side speed comparison: `npm run bench [-- name …] [--json] [--quick]`. Purpose and results: docs/performance.md.
import { parseArgs } from 'node:util';
import { type Measure, type Options, type Result, round } from './measure.ts';

const measures: Readonly<Record<string, () => Promise<{ default: Measure }>>> = {
  edit: () => import('./edit.ts'),
  preview: () => import('./first-preview.ts'),
  chat: () => import('./chat.ts'),
  'follow-ups': () => import('./follow-ups.ts'),
  start: () => import('./start.ts'),
  restart: () => import('./restart.ts'),
  store: () => import('./store.ts'),
  'element-edit': () => import('./element-edit.ts'),
  publish: () => import('./publish.ts'),
  rendering: () => import('./rendering.ts'),
  accent: () => import('./accent.ts'),
  mail: () => import('./mail.ts'),
  branches: () => import('./branches.ts'),
  isolation: () => import('./isolation.ts'),
  app: () => import('./first-app.ts'),
  'first-load': () => import('./first-load.ts'),
  'open-app': () => import('./open-app.ts'),
  grid: () => import('./grid.ts'),
  conversation: () => import('./conversation.ts'),
  import: () => import('./import.ts'),
  plugin: () => import('./first-plugin.ts'),
  integration: () => import('./first-integration.ts'),
  memory: () => import('./memory.ts'),
  entities: () => import('./entities/entities.ts'),
  queries: () => import('./entities/queries.ts'),
  'row-rules': () => import('./row-rules.ts'),
  soak: () => import('./entities/soak.ts'),
};

const { values, positionals } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    rows: { type: 'string' },
    connections: { type: 'string', default: '16' },
    seconds: { type: 'string' },
    rounds: { type: 'string' },
    apps: { type: 'string' },
    subscribers: { type: 'string', default: '1000' },
    mongo: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '1' },
  },
  allowPositionals: true,
});
const options: Options = {
  rows: Number(values.rows ?? (values.quick ? 10_000 : 100_000)),
  connections: Number(values.connections),
  seconds: Number(values.seconds ?? (values.quick ? 1 : 2)),
  rounds: Number(values.rounds ?? (values.quick ? 1 : 3)),
  apps: (values.apps ?? (values.quick ? '100' : '100,1000')).split(',').map(Number),
  subscribers: Number(values.subscribers),
  onlyMongo: values.mongo,
  minutes: Number(values.minutes),
};
const unknown = positionals.filter((name) => !(name in measures));
if (unknown.length > 0) {
  console.error(`There is no measure ${unknown.join(', ')}. There are: ${Object.keys(measures).join(', ')}.`);
  process.exit(1);
}

const results: Result[] = [];
for (const [name, load] of Object.entries(measures)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  if (!values.json) console.error(`Measuring ${name} …`);
  const { default: measure } = await load();
  for await (const result of await measure(options)) {
    results.push(result);
    if (values.json) console.log(JSON.stringify(result));
  }
}
if (!values.json) print(results);
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;

function print(lines: readonly Result[]): void {
  const rows = lines.map(({ name, ours, theirs, unit, ratio, goal, ok }) => [
    name,
    `${round(ours)} ${unit}`,
    theirs === null ? '' : `${round(theirs)} ${unit}`,
    ratio === null ? '' : `${round(ratio)} ×`,
    goal,
    ok ? 'yes' : 'NO',
  ]);
  const table = [['measure', 'ours', 'theirs', 'ratio', 'aim', 'met'], ...rows];
  const widths = (table[0] ?? []).map((_cell, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  for (const row of table) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}
