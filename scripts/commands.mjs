// The npm scripts; plain JavaScript like run.mjs.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './builds.mjs';
import { checks } from './checks.mjs';
import { isStopping, root, run, say } from './child.mjs';
import { install, requireNatives, requireNode } from './install.mjs';
import { inputState, isPrepared, notePrepared } from './prepared.mjs';
import { supervise } from './supervise.mjs';
import { becomeSupervisor, canBecome } from './supervisor.mjs';

/** Runs a command; resolves with its exit code. */
export async function runCommand(name, parameters) {
  const command = commands[name];
  if (!command) {
    say(`Say what to do: ${Object.keys(commands).join(', ')}.`);
    return 1;
  }
  await install();
  requireNode();
  requireNatives();
  return command(parameters);
}

/** Builds, and lets the next start find out faster that nothing is to be done. */
async function prepare() {
  if (isPrepared(root)) return;
  const before = inputState(root);
  await build();
  notePrepared(root, before);
}

async function check() {
  const failed = [];
  for (const { name, needs, command } of checks) {
    if (needs && !existsSync(join(root, needs))) continue;
    const begun = performance.now();
    const code = await run(...command);
    say(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name} (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
    if (code !== 0) failed.push(name);
  }
  say(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}.`);
  return failed.length === 0 ? 0 : 1;
}

/** Restarts the server when its sources change; Vite serves the pages with hot module replacement. */
async function dev() {
  const url = 'http://localhost:5173';
  const env = {
    NODE_ENV: 'development',
    NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'),
    BUILDER_URL: process.env.BUILDER_URL ?? url,
    SAYSO_SERVER: `http://localhost:${process.env.PORT || 4000}`,
  };
  say(`Development: open ${url}`);
  // When one of the two exits, stop the other.
  const ended = new AbortController();
  const { signal } = ended;
  const both = [
    // The sources rather than the bundle of start.mjs, so that their changes restart it.
    run('node', ['--watch', '--watch-preserve-output', 'core/main.ts'], { env, signal }),
    run('vite', ['--port', '5173', '--strictPort'], { env, signal, cwd: join(root, 'web') }),
  ];
  const code = await Promise.race(both);
  ended.abort();
  await Promise.all(both);
  return code;
}

/** The parameters that choose projects of `vitest.config.ts`: all of a command, unless the caller chooses. */
const projectsOf = (all, more) => (more.some((one) => one.startsWith('--project')) ? [] : all.flatMap((name) => ['--project', name]));

const commands = {
  start: async (more) => {
    await prepare();
    if (canBecome) becomeSupervisor(more);
    return supervise(() => run('node', ['core/start.mjs', ...more]), { isStopping, say });
  },
  dev: async () => {
    await prepare();
    return dev();
  },
  test: async (more) => {
    await prepare();
    const all = ['unit', 'unit-member', 'unit-node', 'components', 'journeys', 'journeys-member'];
    return run('vitest', ['run', ...projectsOf(all, more), ...more]);
  },
  services: async (more) => {
    if (!process.env.MONGODB_URI && !process.env.MINIO_ENDPOINT) {
      say(
        'These tests need MONGODB_URI, MINIO_ENDPOINT, MINIO_ACCESS_KEY and MINIO_SECRET_KEY. `docker compose up -d mongo minio` starts both.',
      );
      return 1;
    }
    await prepare();
    return run('vitest', ['run', ...projectsOf(['services', 'journeys-node'], more), '--maxWorkers=2', ...more]);
  },
  bench: async (more) => {
    await prepare();
    return run('node', ['test/bench/index.ts', ...more]);
  },
  /** Scores the assistant with the configured model. */
  eval: async (more) => {
    await prepare();
    return run('node', ['test/eval/index.ts', ...more]);
  },
  /** Soak test with crashes and faults; SOAK=<number> is the seed, to explore other schedules or reproduce a failure. */
  soak: async (more) => {
    await prepare();
    // Includes the distributed engines if they are configured.
    const projects = ['unit', ...(process.env.MONGODB_URI ? ['services'] : [])].flatMap((name) => ['--project', name]);
    return run('vitest', ['run', ...projects, 'test/loss', 'test/services/loss', ...more], { env: { SOAK: process.env.SOAK || '1' } });
  },
  schema: (more) => run('node', ['scripts/surface.ts', ...more]),
  plugin: (more) => run('node', ['scripts/plugin.ts', ...more]),
  secrets: (more) => run('node', ['scripts/secrets.ts', ...more]),
  pack: (more) => run('node', ['scripts/pack.ts', ...more]),
  check,
  build: async () => {
    await prepare();
    return 0;
  },
};
