import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const TSC = join(import.meta.dirname, '..', 'node_modules', 'typescript', 'bin', 'tsc');

/** Runs the workspace's tsc; throws on errors. */
export function compile(parameters: readonly string[]): void {
  execFileSync(process.execPath, [TSC, ...parameters], { stdio: 'inherit' });
}
