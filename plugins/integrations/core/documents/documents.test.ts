import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isolation } from './documents.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sayso-documents-'));
  for (const name of ['given.pdf', 'other.pdf']) await writeFile(join(folder, name), name);
});
afterAll(() => rm(folder, { recursive: true }));

test('code that a document takes over reads that document alone, writes nothing and starts nothing', async () => {
  const given = join(folder, 'given.pdf');
  const attempts = {
    given: `fs.readFileSync(${JSON.stringify(given)}, 'utf8')`,
    other: `fs.readFileSync(${JSON.stringify(join(folder, 'other.pdf'))}, 'utf8')`,
    folder: `fs.readdirSync(${JSON.stringify(folder)})`,
    server: `fs.readFileSync(${JSON.stringify(join(import.meta.dirname, '../../service.ts'))}, 'utf8')`,
    written: `fs.writeFileSync(${JSON.stringify(given)}, '')`,
    process: "require('node:child_process').execFileSync(process.execPath, ['--version'])",
    thread: "new (require('node:worker_threads').Worker)('', { eval: true })",
    text: "Function('return 1')()",
  };
  const code = Object.entries(attempts).map(([name, attempt]) => `${name}: attempt(() => ${attempt})`);
  const program = `const fs = require('node:fs');
    const attempt = (run) => { try { return run(); } catch (error) { return error.code ?? error.name; } };
    process.stdout.write(JSON.stringify({ ${code.join(', ')}, environment: Object.keys(process.env) }));`;
  const { stdout } = await promisify(execFile)(process.execPath, [...isolation(given), '--eval', program], { env: {} });
  expect(JSON.parse(stdout)).toEqual({
    given: 'given.pdf',
    other: 'ERR_ACCESS_DENIED',
    folder: 'ERR_ACCESS_DENIED',
    server: 'ERR_ACCESS_DENIED',
    written: 'ERR_ACCESS_DENIED',
    process: 'ERR_ACCESS_DENIED',
    thread: 'ERR_ACCESS_DENIED',
    text: 'EvalError',
    environment: [],
  });
});
