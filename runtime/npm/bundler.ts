import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { IGNORES_SIGNALS, processorMs, whenSpent } from '@sayso/core/confined';
import { CompilerUnavailable } from '../errors.ts';
import { type FetchedPackage, LIMITS, PACKAGE_NAME, type PackageOutcome, type PackageRefusal, type SharedPackage } from './bundle.ts';
import { megabytes } from './extract.ts';
import type { BundleRequest } from './wire.ts';

const HOST = fileURLToPath(new URL('./host.ts', import.meta.url));
const EXEC_ARGUMENTS = [IGNORES_SIGNALS, `--max-old-space-size=${LIMITS.heapMb}`, '--no-warnings'];
const ENVIRONMENT = { MALLOC_ARENA_MAX: '2', MIMALLOC_ALLOW_THP: '0' };

/** Bundles packages in processes, one at a time. */
export class PackageBundler {
  /** Of processor time. */
  readonly #milliseconds: number;
  readonly #children = new Set<ChildProcess>();
  #queue: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(milliseconds: number = LIMITS.milliseconds) {
    this.#milliseconds = milliseconds;
  }

  /** The first package with the others. Rejects with `CompilerUnavailable` when the server shuts down, and with the reason of `signal`. */
  bundle(
    packages: readonly FetchedPackage[],
    given: { readonly allowed: readonly SharedPackage[]; readonly signal?: AbortSignal | undefined },
  ): Promise<PackageOutcome> {
    const answer = this.#queue.then(() => this.#bundle(packages, given));
    this.#queue = answer.catch(() => {});
    return answer;
  }

  async #bundle(
    packages: readonly FetchedPackage[],
    { allowed, signal }: { readonly allowed: readonly SharedPackage[]; readonly signal?: AbortSignal | undefined },
  ): Promise<PackageOutcome> {
    signal?.throwIfAborted();
    if (this.#isClosed) throw new CompilerUnavailable('the server is shutting down.');
    if (packages.length > LIMITS.packages) return refused('too-large', `It has more than ${LIMITS.packages} dependencies.`);
    const bad = packages.flatMap(({ name, links }) => [name, ...Object.keys(links)]).find((name) => !PACKAGE_NAME.test(name));
    if (bad !== undefined) return refused('unsafe', `"${bad.slice(0, 100)}" is no name of a package.`);
    const directory = await realpath(await mkdtemp(join(tmpdir(), 'sayso-package-')));
    try {
      const folders = new Map(packages.map(({ id }, index) => [id, `p${index}`]));
      await Promise.all(packages.map(({ id, tarball }) => writeFile(join(directory, `${folders.get(id)}.tgz`), tarball)));
      const requested = packages.map(({ id, name, version, links }) => ({
        folder: folders.get(id) ?? '',
        name,
        version,
        links: Object.fromEntries(Object.entries(links).map(([dependency, target]) => [dependency, folders.get(target) ?? ''])),
      }));
      return await this.#run({ directory, packages: requested, allowed }, signal);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  }

  #run(request: BundleRequest, signal: AbortSignal | undefined): Promise<PackageOutcome> {
    const { promise, resolve, reject } = Promise.withResolvers<PackageOutcome>();
    const child = fork(HOST, [], {
      // Neither the flags nor the environment of the server, which holds its secrets.
      execArgv: EXEC_ARGUMENTS,
      env: ENVIRONMENT,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#children.add(child);
    const end = () => child.kill('SIGKILL');
    let isLate = false;
    const cancel = whenSpent(
      () => processorMs(child.pid ?? 0),
      this.#milliseconds,
      () => {
        isLate = true;
        end();
      },
    );
    signal?.addEventListener('abort', end, { once: true });
    child.on('message', (answer: PackageOutcome) => resolve(answer));
    child.on('error', reject);
    child.on('close', () => {
      cancel();
      signal?.removeEventListener('abort', end);
      this.#children.delete(child);
      if (signal?.aborted) reject(signal.reason);
      else if (this.#isClosed) reject(new CompilerUnavailable('the server is shutting down.'));
      else if (isLate) resolve(refused('too-slow', `Bundling it takes longer than ${Math.round(this.#milliseconds / 1000)} s.`));
      else
        resolve(
          refused('too-large', `Bundling it takes more than ${megabytes(LIMITS.residentBytes)} of memory, or its code cannot be read.`),
        );
    });
    child.send(request, () => {});
    // The directory is removed once the process is gone.
    return promise.finally(() =>
      child.exitCode === null && child.signalCode === null ? new Promise<void>((done) => child.once('close', () => done())) : undefined,
    );
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const child of this.#children) child.kill('SIGKILL');
    await this.#queue;
  }
}

function refused(code: PackageRefusal['code'], message: string): PackageOutcome {
  return { ok: false, refusal: { code, message } };
}
