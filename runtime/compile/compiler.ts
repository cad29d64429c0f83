import { availableParallelism } from 'node:os';
import { CompilerProcess, type ProcessLimits, type Run } from './compiler-process.ts';
import type { CompilerTasks } from './wire.ts';

const LIMITS: ProcessLimits = {
  runMs: {
    preview: 15_000,
    change: 15_000,
    review: 15_000,
    bringBack: 15_000,
    element: 15_000,
    editElement: 15_000,
    inspect: 15_000,
    render: 15_000,
    serverFunction: 15_000,
    declarations: 15_000,
    outlines: 15_000,
    specifiers: 15_000,
    publish: 60_000,
    eject: 15_000,
    project: 30_000,
  },
  idleMs: 60_000,
};
const MAX_PROCESSES = 4;
const MAX_SPARES = 2;

/** The pool of compiler processes. An app is pinned to one of them, which caches its modules; publishing has a process of its own. */
export class Compiler {
  readonly #previews: CompilerProcess[];
  readonly #publisher: CompilerProcess;
  readonly #spares: CompilerProcess[];

  /** `limits`: other limits than the usual ones. */
  constructor({ runMs, idleMs = LIMITS.idleMs }: { readonly runMs?: Partial<ProcessLimits['runMs']>; readonly idleMs?: number } = {}) {
    const limits = { runMs: { ...LIMITS.runMs, ...runMs }, idleMs };
    this.#spares = Array.from({ length: MAX_SPARES }, () => new CompilerProcess(limits));
    const count = Math.max(1, Math.min(MAX_PROCESSES, availableParallelism() - 1));
    const onSlow = (runs: readonly Run[]) => this.#takeOver(runs);
    this.#previews = Array.from({ length: count }, () => new CompilerProcess(limits, onSlow));
    this.#publisher = new CompilerProcess(limits, onSlow);
  }

  /** Rejects with `CompilerCrashed`, or `CompilerUnavailable`. */
  preview(input: CompilerTasks['preview']['input']): Promise<CompilerTasks['preview']['output']> {
    return this.#processOf(input.sources.appId).run('preview', input);
  }

  /** Rejects as `preview` does. */
  change(input: CompilerTasks['change']['input']): Promise<CompilerTasks['change']['output']> {
    return this.#processOf(input.sources.appId).run('change', input);
  }

  /** Rejects as `preview` does. */
  review(input: CompilerTasks['review']['input']): Promise<CompilerTasks['review']['output']> {
    return this.#processOf(input.sources.appId).run('review', input);
  }

  /** Rejects as `preview` does. */
  bringBack(input: CompilerTasks['bringBack']['input']): Promise<CompilerTasks['bringBack']['output']> {
    return this.#processOf(input.sources.appId).run('bringBack', input);
  }

  /** Rejects as `preview` does. */
  element(input: CompilerTasks['element']['input']): Promise<CompilerTasks['element']['output']> {
    return this.#processOf(input.sources.appId).run('element', input);
  }

  /** Rejects as `preview` does. */
  editElement(input: CompilerTasks['editElement']['input']): Promise<CompilerTasks['editElement']['output']> {
    return this.#processOf(input.sources.appId).run('editElement', input);
  }

  /** Rejects as `preview` does. */
  inspect(input: CompilerTasks['inspect']['input']): Promise<CompilerTasks['inspect']['output']> {
    return this.#processOf(input.sources.appId).run('inspect', input);
  }

  /** Rejects as `preview` does. */
  render(input: CompilerTasks['render']['input']): Promise<CompilerTasks['render']['output']> {
    return this.#processOf(input.sources.appId).run('render', input);
  }

  /** Rejects as `preview` does. */
  serverFunction(input: CompilerTasks['serverFunction']['input']): Promise<CompilerTasks['serverFunction']['output']> {
    return this.#processOf(input.sources.appId).run('serverFunction', input);
  }

  /** Rejects as `preview` does. */
  declarations(input: CompilerTasks['declarations']['input']): Promise<CompilerTasks['declarations']['output']> {
    return this.#processOf(input.sources.appId).run('declarations', input);
  }

  /** Rejects as `preview` does. */
  outlines(input: CompilerTasks['outlines']['input']): Promise<CompilerTasks['outlines']['output']> {
    return this.#processOf(input.sources.appId).run('outlines', input);
  }

  /** Rejects as `preview` does. */
  specifiers(input: CompilerTasks['specifiers']['input']): Promise<CompilerTasks['specifiers']['output']> {
    return this.#processOf(input.sources.appId).run('specifiers', input);
  }

  #processOf(appId: string): CompilerProcess {
    const sum = [...appId].reduce((total, character) => (total * 31 + character.charCodeAt(0)) >>> 0, 0);
    return this.#previews[sum % this.#previews.length] ?? this.#publisher;
  }

  eject(input: CompilerTasks['eject']['input']): Promise<CompilerTasks['eject']['output']> {
    return this.#publisher.run('eject', input);
  }

  project(input: CompilerTasks['project']['input']): Promise<CompilerTasks['project']['output']> {
    return this.#publisher.run('project', input);
  }

  publish(input: CompilerTasks['publish']['input']): Promise<CompilerTasks['publish']['output']> {
    return this.#publisher.run('publish', input);
  }

  /** Starts the process of an app, so that its next run does not wait for that. */
  warm(appId: string): void {
    this.#processOf(appId).start();
  }

  /** Number of running processes: they start with the first run and end when idle. */
  get running(): number {
    return this.#all.filter(({ isRunning }) => isRunning).length;
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((process) => process.close()));
  }

  get #all(): readonly CompilerProcess[] {
    return [...this.#previews, this.#publisher, ...this.#spares];
  }

  #takeOver(runs: readonly Run[]): void {
    for (const run of runs) this.#spares.reduce((best, other) => (other.waiting < best.waiting ? other : best)).take(run);
  }
}
