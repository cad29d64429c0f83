import { openConversionWorld, type Task } from './conversion-world.ts';

/** Converts or copies rows, and kills itself before a write. */
const { folder, job, kill, ...versions } = JSON.parse(process.argv[2] ?? '') as Task;
let writes = 0;
await using world = await openConversionWorld(folder, versions, () => {
  if (++writes === kill) process.kill(process.pid, 'SIGKILL');
});
world.arm();
await world[job]();
