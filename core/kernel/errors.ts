import { StorageFull, StorageReadOnly } from '../contract/errors.ts';

/** One problem that prevents the start of the host. */
export interface BootProblem {
  /** The plugin at fault; null when it is the host itself. */
  readonly plugin: string | null;
  /** One sentence: what is wrong. */
  readonly problem: string;
  /** One sentence: what to do. */
  readonly remedy: string;
}

/** A line for each problem, with its remedy. */
export function linesOf(problems: readonly BootProblem[]): string[] {
  return problems.map(({ plugin, problem, remedy }) => `- ${plugin === null ? '' : `Plugin "${plugin}": `}${problem} ${remedy}`.trimEnd());
}

/** All problems that prevent the start, reported together. */
export class BootFailure extends Error {
  readonly problems: readonly BootProblem[];
  override readonly name = 'BootFailure';
  constructor(problems: readonly BootProblem[], options?: ErrorOptions) {
    super(`Sayso cannot start:\n${linesOf(problems).join('\n')}`, options);
    this.problems = problems;
  }
}

/** The requested service has no provider, or its provider has not started yet. */
export class ServiceMissing extends Error {
  override readonly name = 'ServiceMissing';
  constructor(id: string, state: 'unknown' | 'not started') {
    super(
      state === 'unknown'
        ? `No plugin provides "${id}". Add the plugin that does to the list, or give a fake in the test.`
        : `The service "${id}" has not started yet. Ask for it when it is used, not while declaring.`,
    );
  }
}

/** An error and what caused it, the outermost first. */
export function causesOf(error: unknown): readonly Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error && !causes.includes(cause); cause = cause.cause) causes.push(cause);
  return causes;
}

/** Whether data could not be written, which is no plugin's fault: a sentence says more than the place in the code. */
export function isOfStorage(error: unknown): boolean {
  return causesOf(error).some((cause) => cause instanceof StorageFull || cause instanceof StorageReadOnly);
}

/** The message of any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
