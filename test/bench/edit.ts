import { setTimeout as pause } from 'node:timers/promises';
import { appOf, componentOf } from './apps.ts';
import { openBuilder } from './builder.ts';
import { fetchText } from './crawl.ts';
import { atMostTimes, byTurns, type Result, time } from './measure.ts';
import { type Loaded, openPreview } from './preview.ts';
import { viteProject } from './vite.ts';

const TURNS = 20;
/** Vite's watcher takes changes of a file that follow sooner for one. */
const PAUSE_MS = 150;

/** From saving a file to having everything that it changed, beside Vite's development server with an open page. */
export default async function edit(): Promise<Result[]> {
  await using builder = await openBuilder();
  const results: Result[] = [];
  for (const count of [20, 100]) {
    const files = appOf(count);
    const appId = await builder.createApp(files);
    const loaded: Loaded = new Set();
    await openPreview(builder, appId, loaded);
    await using project = await viteProject(files);
    const vite = await project.start();
    try {
      await vite.open();
      const ours = async (turn: number): Promise<number> => {
        const file = { id: 'components/Card1', content: componentOf('Card1', 1000 + turn) };
        return time(async () => {
          await builder.call(`/api/apps/${appId}/files/update`, { file });
          await openPreview(builder, appId, loaded);
        });
      };
      const theirs = async (turn: number): Promise<number> => {
        await pause(PAUSE_MS);
        const update = vite.nextUpdate();
        return time(async () => {
          await project.write('components/Card1', componentOf('Card1', 1000 + turn));
          await fetchText(await update);
        });
      };
      const times = await byTurns(TURNS, ours, theirs);
      results.push(atMostTimes(0.3, { name: `edit: module delivered, ${count} files (Vite)`, ...times, unit: 'ms' }));
    } finally {
      await vite.stop();
    }
  }
  return results;
}
