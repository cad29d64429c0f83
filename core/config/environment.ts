import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { Environment } from './config.ts';

/** The process's environment. The only reader of `process.env`. */
export function processEnvironment(): Environment {
  return process.env;
}

/** The keys of a `.env` file; none when there is no such file. */
export function envFile(path: string): Environment {
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}
