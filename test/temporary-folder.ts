import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

// Temporary files of one test file only, so that it sees what it leaves behind, and nothing of others that run beside it.
const shared = tmpdir();
const own = mkdtempSync(join(shared, 'sayso-test-'));
process.env['TMPDIR'] = own;

afterAll(() => {
  process.env['TMPDIR'] = shared;
  rmSync(own, { recursive: true, force: true, maxRetries: 3 });
});
