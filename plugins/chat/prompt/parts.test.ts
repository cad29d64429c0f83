import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  CONTINUE,
  MISSING_ACTION,
  PARTS,
  PLAN_ONLY,
  PROMPT_VERSION,
  repairRequest,
  repairWholeFilesRequest,
  SYSTEM_PROMPT,
} from './parts.ts';

const FOLDER = new URL('./parts/', import.meta.url);

test('every file is a part, and every part has a file', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(PARTS.map((name) => `${name}.md`).sort());
});

test('the system prompt is its sections in the order of their numbers', () => {
  const sections = readdirSync(FOLDER)
    .filter((name) => /^\d/.test(name))
    .sort();
  const text = sections.map((name) => readFileSync(new URL(name, FOLDER), 'utf8').trimEnd()).join('\n\n');
  expect(SYSTEM_PROMPT).toBe(text);
});

test('no part is empty', () => {
  for (const text of [SYSTEM_PROMPT, PLAN_ONLY, CONTINUE, MISSING_ACTION]) expect(text.length).toBeGreaterThan(50);
});

test('the version has 12 hexadecimal digits', () => {
  expect(PROMPT_VERSION).toMatch(/^[0-9a-f]{12}$/);
});

test('a request for corrections has the problems as they are', () => {
  const problems = "$& {{files}} $1 'x'";
  expect(repairRequest(problems)).toContain(`\n${problems}\n`);
  const whole = repairWholeFilesRequest(problems, 'pages/Home');
  expect(whole).toContain(`\n${problems}\n`);
  expect(whole.endsWith('\npages/Home')).toBe(true);
  expect(repairRequest('none')).not.toContain('{{');
});
