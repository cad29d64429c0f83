// Side-by-side speed comparison: `npm run bench [-- name …] [--json] [--minutes n]`. Purpose and results: docs/performance.md.
import { parseArgs } from 'node:util';
import { type Measure, type Result, round } from './measure.ts';

const measures: Readonly<Record<string, () => Promise<{ default: Measure }>>> = {
  edit: () => import('./edit.ts'),
  preview: () => import('./first-preview.ts'),
  chat: () => import('./chat.ts'),
  start: () => import('./start.ts'),
  store: () => import('./store.ts'),
  publish: () => import('./publish.ts'),
  app: () => import('./first-app.ts'),
  'first-load': () => import('./first-load.ts'),
  'open-app': () => import('./open-app.ts'),
  plugin: () => import('./first-plugin.ts'),
  memory: () => import('./memory.ts'),
};

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean', default: false }, minutes: { type: 'string', default: '1' } },
  allowPositionals: true,
});
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
  for (const result of await measure({ minutes: Number(values.minutes) })) {
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
