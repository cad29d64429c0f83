import { DomainError } from '@sayso/core';
import type { CompileProblem } from './ref.ts';

/** The app has problems that prevent publishing it. */
export class CompilationFailed extends DomainError {
  readonly code = 'compilation-failed';
  readonly status = 422;
  readonly problems: readonly CompileProblem[];
  constructor(problems: readonly CompileProblem[]) {
    super(`App compilation failed: ${problems.map(describe).slice(0, 5).join('; ')}`);
    this.problems = problems;
  }
}

/** The compiler itself did not answer; the same sources may compile at the next try. */
export class CompilerUnavailable extends DomainError {
  readonly code = 'compiler-unavailable';
  readonly status = 503;
  constructor(reason: string) {
    super(`The compiler is not available: ${reason}`);
  }
}

/** No data block has this name. */
export class NoSuchBlock extends DomainError {
  readonly code = 'no-such-block';
  readonly status = 404;
  constructor(name: string) {
    super(`There is no block "${name.slice(0, 80)}".`);
  }
}

function describe({ path, line, message }: CompileProblem): string {
  if (path === '') return message;
  return `${path}${line === null ? '' : `:${line}`}: ${message}`;
}
