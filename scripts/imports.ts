// Checks the import rules of `boundaries.ts` and the shape of plugins (`plugin-shape.ts`) for all source files that git tracks or would add.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findViolations } from './boundaries.ts';
import { shapeProblems } from './plugin-shape.ts';

const root = join(import.meta.dirname, '..');
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', '*.ts', '*.tsx'], {
  cwd: root,
  encoding: 'utf8',
});
const files = listed.split('\n').filter((file) => file !== '' && existsSync(join(root, file)));
const violations = [
  ...findViolations(new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))),
  ...shapeProblems(files),
];
for (const { file, rule } of violations) console.error(`${file}: ${rule}`);
process.exitCode = violations.length > 0 ? 1 : 0;
