import { appOf } from './apps.ts';
import { openBuilder } from './builder.ts';
import { atMost, median, type Result, time } from './measure.ts';

const TURNS = 7;

/** Bundling, splitting and minifying an app of 20 files, until it is live. */
export default async function publish(): Promise<Result[]> {
  await using builder = await openBuilder();
  const times: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const own = Object.entries(appOf(20)).map(([path, text]) => [path, text.replaceAll('Item ', `Item ${turn} `)]);
    const appId = await builder.createApp(Object.fromEntries(own));
    times.push(await time(() => builder.graphql('mutation ($id: ID!) { publishApp(id: $id) { id } }', { id: appId })));
  }
  return [
    atMost(1000, { name: 'publish: 20 files', ours: median(times), unit: 'ms' }),
    atMost(1000, { name: 'publish: 20 files, the first of a server', ours: times[0] ?? Number.NaN, unit: 'ms' }),
  ];
}
