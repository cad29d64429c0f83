import { appOf } from './apps.ts';
import { openBuilder } from './builder.ts';
import { atMostTimes, byTurns, type Result, time } from './measure.ts';
import { openPreview } from './preview.ts';
import { viteProject } from './vite.ts';

const TURNS = 5;

/** The first page of an app of 100 files with all its modules: Sayso's server is running, Vite starts cold. */
export default async function firstPreview(): Promise<Result[]> {
  await using builder = await openBuilder();
  const files = appOf(100);
  await using project = await viteProject(files);
  const ours = async (turn: number): Promise<number> => {
    // Each app has new texts, so that no compilation is cached.
    const own = Object.entries(files).map(([path, text]) => [path, text.replaceAll('Item ', `Item ${turn} `)]);
    const appId = await builder.createApp(Object.fromEntries(own));
    return time(() => openPreview(builder, appId, new Set()));
  };
  const theirs = async (): Promise<number> => {
    const begun = performance.now();
    const vite = await project.start();
    await vite.open();
    const taken = performance.now() - begun;
    await vite.stop();
    return taken;
  };
  const times = await byTurns(TURNS, ours, theirs);
  return [atMostTimes(1 / 6, { name: 'first preview of 100 files (Vite, cold)', ...times, unit: 'ms' })];
}
