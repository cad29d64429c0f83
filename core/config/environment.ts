import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigFailure, type Environment } from './config.ts';

/** The process environment. Only this function reads `process.env`. */
export function processEnvironment(): Environment {
  return process.env;
}

/** The variables of a `.env` file; empty when the file does not exist. */
export function envFile(path: string): Environment {
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new ConfigFailure([`${path} cannot be read (${code}). Make it a file that this user may read, or remove it.`]);
  }
}
