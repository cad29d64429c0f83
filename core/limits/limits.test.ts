import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { openSqliteStore } from '../store/index.ts';
import { describeLimits } from './contract.suite.ts';

const folder = mkdtempSync(join(tmpdir(), 'sayso-limits-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// Two stores on one file stand for two processes: they share nothing but the file.
describeLimits('limits on SQLite', () => openSqliteStore({ file: join(folder, 'limits.db') }));
