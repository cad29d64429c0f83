// Entry of every npm script, in plain JavaScript for Node 20: installs and builds what is missing or stale, then runs the script with
// the project's own Node (see `optionalDependencies` of the root package.json).
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib';
import { checks } from './checks.mjs';
import { missingNatives, SUPPORTED } from './natives.mjs';
import { supervise } from './supervise.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = join(root, 'node_modules', '.bin');
const environment = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };
const parent = process.ppid;
let stopRequested = false;
/** Whether the parent process has sent a stop signal or has exited. */
const isStopping = () => stopRequested || process.ppid !== parent;
const say = (text) => process.stdout.write(`${text}\n`);

/** Runs a program; resolves with its exit code, or 128 plus the signal number. */
function run(command, parameters, { env = {}, cwd = root, signal } = {}) {
  return new Promise((done, fail) => {
    const child = spawn(command, parameters, {
      cwd,
      stdio: 'inherit',
      signal,
      env: { ...environment, ...env },
      shell: process.platform === 'win32',
    });
    const pass = (signal) => {
      stopRequested = true;
      // The terminal sends Ctrl-C to the child as well.
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    };
    process.on('SIGINT', pass).on('SIGTERM', pass);
    // npm starts this process in a shell, which does not forward signals: stop the child when the shell has exited.
    const watch = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(watch);
      child.kill('SIGTERM');
    }, 300);
    child.once('error', (error) => {
      // An abort by `signal`: the `exit` event follows.
      if (error.name !== 'AbortError') fail(error);
    });
    child.once('exit', (code, signal) => {
      clearInterval(watch);
      process.off('SIGINT', pass).off('SIGTERM', pass);
      done(signal ? 128 + (constants.signals[signal] ?? 0) : (code ?? 1));
    });
  });
}

async function must(command, parameters, settings) {
  const code = await run(command, parameters, settings);
  if (code !== 0) process.exit(code);
}

/** Installs the versions of the lock file, unless they are installed already. */
async function install() {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const stamp = join(root, 'node_modules', '.sayso-lock');
  const digest = createHash('sha256').update(lock).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  if (!isInstalled(lock)) {
    say('Installing packages. This takes a minute and happens once.');
    // Not `npm ci`, which refuses a lock file without the optional packages of other platforms. This also keeps the locked versions.
    await must('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']);
  }
  writeFileSync(stamp, digest);
}

/** Whether npm's record of installed packages matches the lock file. Packages for other platforms may be missing. */
function isInstalled(lock) {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  return Object.entries(JSON.parse(lock).packages).every(([path, wanted]) => {
    if (!path.includes('node_modules/') || wanted.link) return true;
    return wanted.optional ? true : installed[path]?.version === wanted.version;
  });
}

function requireNode() {
  const own = join(bin, process.platform === 'win32' ? 'node.cmd' : 'node');
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (existsSync(own) || major > 22 || (major === 22 && minor >= 18)) return;
  say(`Sayso needs Node 22.18 or newer on this kind of machine; this is Node ${process.versions.node}. Get it at https://nodejs.org.`);
  process.exit(1);
}

/** Reports native packages that npm has skipped, before the first import fails with an unhelpful error. */
function requireNatives() {
  const machine = `${process.platform}-${process.arch}`;
  if (!SUPPORTED.includes(machine)) say(`Sayso is not made for ${machine}, only for ${SUPPORTED.join(', ')}. It may not start here.`);
  const missing = missingNatives(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')), root);
  if (missing.length === 0) return;
  say(`npm has left out packages that this machine (${machine}) needs. Install them, then repeat what you did:`);
  say(`  npm install --no-save ${missing.join(' ')}`);
  process.exit(1);
}

/** All builds: inputs, output that proves the build, and command. */
const builds = [
  {
    what: 'the builder',
    inputs: ['web/src', 'web/public', 'web/index.html', 'web/package.json', 'web/vite.config.ts', 'schema.graphql', 'package-lock.json'],
    output: 'web/dist',
    needs: 'web/index.html',
    command: ['vite', ['build', 'web', '--logLevel', 'warn']],
    after: compress,
  },
  {
    what: 'the libraries of generated apps',
    inputs: [
      ...[
        'kit',
        'blocks',
        'sdk',
        'browser',
        'scripts',
        'pages.ts',
        'protocol.ts',
        'compile/allowed.ts',
        'compile/libraries.ts',
        'package.json',
      ].map((path) => `runtime/${path}`),
      'package-lock.json',
    ],
    output: 'runtime/dist',
    needs: 'runtime/scripts/build.ts',
    command: ['node', ['runtime/scripts/build.ts']],
  },
];

async function build() {
  for (const { what, inputs, output, needs, command, after } of builds) {
    if (!existsSync(join(root, needs))) continue;
    const stamp = join(root, output, '.inputs');
    const digest = digestOf(inputs);
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) continue;
    say(`Building ${what}.`);
    await must(...command);
    after?.(join(root, output));
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, digest);
  }
}

/** Writes compressed copies next to text files, for browsers that accept them. */
function compress(directory) {
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|html|svg|json)$/.test(entry.name)) continue;
    const path = join(entry.parentPath ?? entry.path, entry.name);
    const content = readFileSync(path);
    if (content.length < 1024) continue;
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params: { [zlib.BROTLI_PARAM_QUALITY]: 9 } }));
    writeFileSync(`${path}.gz`, gzipSync(content));
  }
}

function digestOf(inputs) {
  const hash = createHash('sha256');
  const add = (path) => {
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name));
    else hash.update(relative(root, path)).update('\0').update(readFileSync(path));
  };
  for (const input of inputs) add(join(root, input));
  return hash.digest('hex');
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
    BUILDER_URL: process.env.BUILDER_URL ?? url,
    SAYSO_SERVER: `http://localhost:${process.env.PORT || 4000}`,
  };
  say(`Development: open ${url}`);
  // When one of the two exits, stop the other.
  const ended = new AbortController();
  const { signal } = ended;
  const both = [
    run('node', ['--watch', '--watch-preserve-output', 'core/start.mjs'], { env, signal }),
    run('vite', ['--port', '5173', '--strictPort'], { env, signal, cwd: join(root, 'web') }),
  ];
  const code = await Promise.race(both);
  ended.abort();
  await Promise.all(both);
  return code;
}

const commands = {
  start: async (more) => {
    await build();
    return supervise(() => run('node', ['core/start.mjs', ...more]), { isStopping, say });
  },
  dev: async () => {
    await build();
    return dev();
  },
  test: async (more) => {
    await build();
    const kinds = ['unit', 'components', 'journeys'].flatMap((name) => ['--project', name]);
    const projects = more.some((one) => one.startsWith('--project')) ? [] : kinds;
    return run('vitest', ['run', ...projects, ...more]);
  },
  services: async (more) => {
    if (!process.env.MONGODB_URI && !process.env.MINIO_ENDPOINT) {
      say(
        'These tests need MONGODB_URI, MINIO_ENDPOINT, MINIO_ACCESS_KEY and MINIO_SECRET_KEY. `docker compose up -d mongo minio` starts both.',
      );
      return 1;
    }
    await build();
    return run('vitest', ['run', '--project', 'services', ...more]);
  },
  bench: async (more) => {
    await build();
    return run('node', ['test/bench/index.ts', ...more]);
  },
  /** Soak test with crashes and faults; SOAK=<number> is the seed, to explore other schedules or reproduce a failure. */
  soak: async (more) => {
    await build();
    // Includes the distributed engines if they are configured.
    const projects = ['unit', ...(process.env.MONGODB_URI ? ['services'] : [])].flatMap((name) => ['--project', name]);
    return run('vitest', ['run', ...projects, 'test/loss', 'test/services/loss', ...more], { env: { SOAK: process.env.SOAK || '1' } });
  },
  schema: (more) => run('node', ['scripts/surface.ts', ...more]),
  plugin: (more) => run('node', ['scripts/plugin.ts', ...more]),
  pack: (more) => run('node', ['scripts/pack.ts', ...more]),
  check,
  build: async () => {
    await build();
    return 0;
  },
};

const [name = '', ...rest] = process.argv.slice(2);
const command = commands[name];
if (!command) {
  say(`Say what to do: ${Object.keys(commands).join(', ')}.`);
  process.exit(1);
}
process.chdir(resolve(root));
await install();
requireNode();
requireNatives();
process.exit(await command(rest));
