import { setTimeout as pause } from 'node:timers/promises';
import { appOf, componentOf } from './apps.ts';
import { openBuilder } from './builder.ts';
import { fetchText } from './crawl.ts';
import { atMostTimes, byTurns, type Result, time } from './measure.ts';
import { openPreview } from './preview.ts';
import { viteProject } from './vite.ts';

const TURNS = 20;
/** Milliseconds between edits. Vite's watcher merges changes that follow sooner; the pause also lets either side finish its clean-up. */
const PAUSE_MS = 150;
const FILE = 'components/Card1';

/**
 * From submitting a changed file until an open page has the module: Sayso stores a version and notifies the page; Vite's server watches the
 * disk.
 */
export default async function edit(): Promise<Result[]> {
  await using builder = await openBuilder();
  const results: Result[] = [];
  for (const count of [20, 100]) {
    const files = appOf(count);
    const appId = await builder.createApp(files);
    await openPreview(builder, appId, new Set());
    await using socket = await builder.openSocket();
    await using project = await viteProject(files);
    const vite = await project.start();
    try {
      await vite.open();
      const builds = await socket.subscribe('subscription ($id: ID!) { previewBuilt(appId: $id) { manifest } }', { id: appId });
      let address = '';
      const ours = async (turn: number): Promise<number> => {
        await pause(PAUSE_MS);
        const built = builds.next();
        let saved: Promise<unknown> | undefined;
        const taken = await time(async () => {
          saved = builder.call(`/api/apps/${appId}/files/update`, { file: { id: FILE, content: componentOf('Card1', 1000 + turn) } });
          // As the frame does: one file has changed, and exports only components.
          const before = address;
          address = (await built).previewBuilt.manifest.modules[FILE];
          if (address === before) throw new Error('The build is the one before.');
          await fetchText(address);
        });
        await saved;
        return taken;
      };
      const theirs = async (turn: number): Promise<number> => {
        await pause(PAUSE_MS);
        const update = vite.nextUpdate();
        return time(async () => {
          await project.write(FILE, componentOf('Card1', 1000 + turn));
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
