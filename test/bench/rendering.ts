import { readTemplate } from '@sayso/runtime/testing';
import { openBuilder } from './builder.ts';
import { atMost, median, type Result } from './measure.ts';

const TURNS = 7;
const TEMPLATE = 'help-desk';

/** Rendering all pages of an app of 5 pages, with empty tables and with sample rows, as after a turn that changes all of them. */
export default async function rendering(): Promise<Result[]> {
  await using builder = await openBuilder();
  const template = await readTemplate(TEMPLATE);
  const times: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const appId = await builder.createApp(template?.files ?? {});
    const { app } = await builder.graphql('query ($id: ID!) { app(id: $id) { currentVersion { id } } }', { id: appId });
    const path = `/api/apps/${appId}/versions/${app.currentVersion.id}/validate-repair`;
    times.push((await builder.call(path, {})).timingBreakdown.renderingMs);
  }
  return [
    atMost(300, { name: 'rendering: 5 pages, warm', ours: median(times), unit: 'ms' }),
    atMost(1000, { name: 'rendering: 5 pages, the first of a server', ours: times[0] ?? Number.NaN, unit: 'ms' }),
  ];
}
