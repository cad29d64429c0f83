import { accentOf } from '../../runtime/compile/accent.ts';
import { atMost, type Result, time } from './measure.ts';

/** Style sheets of 50,000 characters, the longest that are read, made to be slow: the server's main thread reads them. */
const sheets = [
  `:root{--primary:${' '.repeat(49_000)}`,
  '{'.repeat(49_000),
  `:root{--primary:${'('.repeat(49_000)}`,
  `:root{${'/**/'.repeat(12_000)}`,
  `:root{${'--a:var(--a);'.repeat(3_700)}}`,
  `${':root,'.repeat(8_000)}{}`,
  '"\\'.repeat(24_000),
];

/** Reading the accent of an app from the worst of its style sheets. */
export default async function accent(): Promise<Result[]> {
  accentOf('', null);
  const times: number[] = [];
  for (const sheet of sheets) times.push(await time(() => accentOf(sheet, null)));
  return [atMost(100, { name: 'accent: the slowest style sheet', ours: Math.max(...times), unit: 'ms' })];
}
