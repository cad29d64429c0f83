import { expect, test } from 'vitest';
import { findViolations } from './boundaries.ts';

const rulesFor = (files: Record<string, string>): string[] =>
  findViolations(new Map(Object.entries(files))).map(({ file, rule }) => `${file}: ${rule}`);

test.each([
  ['core/contract/a.ts', "import type { Store } from '../store/index.ts';", 'the contract knows no adapter'],
  ['core/contract/a.ts', "import { join } from 'node:path';", 'the contract knows no adapter and no Node'],
  ['core/http/a.ts', "import { x } from '../graph/index.ts';", 'core/http imports the contract and the ports only'],
  ['core/kernel/a.ts', "export { x } from '../store/index.ts';", 'core/kernel imports the contract and the ports only'],
  ['core/main.ts', "await import('@sayso/apps');", 'core knows no plugin by name'],
  ['plugins/chat/a.ts', "import { x } from '../apps/service.ts';", 'leaves its package by a relative path'],
  ['plugins/chat/a.ts', "import { x } from '@sayso/apps';", 'plugins import @sayso/core and the ref of others'],
  ['plugins/chat/a.ts', "import { testHost } from '@sayso/core/testing';", 'plugins import @sayso/core and the ref of others'],
  ['plugins/chat/ref.ts', "import { z } from 'zod';", 'a ref.ts brings nothing along'],
  ['plugins/chat/a.ts', 'const key = process.env.KEY;', 'only core/config reads the environment'],
  ['runtime/kit/a.tsx', "import { readFile } from 'node:fs';", 'code for the browser cannot name the server'],
  ['web/src/features/chat/a.tsx', "import { x } from '../apps/b.tsx';", 'a feature imports no other feature'],
  ['web/src/ui/a.tsx', "import { x } from '../features/apps/b.tsx';", 'ui imports no features/apps'],
  ['web/src/app/a.tsx', "import { x } from '@sayso/apps/ref';", 'talk to the server by its calls alone'],
  ['web/src/ui/a.tsx', "import { x } from '../testing/b.ts';", 'only tests import what helps them'],
])('refuses in %s: %s', (file, source, rule) => {
  expect(rulesFor({ [file]: source })).toEqual([expect.stringContaining(rule)]);
});

test.each([
  ['core/http/a.ts', "import { x } from '../contract/index.ts'; import { y } from './b.ts'; import fastify from 'fastify';"],
  ['core/http/a.test.ts', "import { testHost } from '../testing/index.ts';"],
  ['core/server.ts', "import { x } from './http/index.ts'; import { y } from './graph/index.ts';"],
  ['core/config/a.ts', 'export const env = process.env;'],
  ['plugins/chat/a.ts', "import { x } from '@sayso/core'; import { apps } from '@sayso/apps/ref';"],
  ['plugins/chat/a.test.ts', "import { testHost } from '@sayso/core/testing'; import apps from '@sayso/apps';"],
  ['plugins/chat/ref.ts', "import { serviceRef } from '@sayso/core'; import type { z } from 'zod';"],
  ['web/src/app/a.tsx', "import { x } from '../features/apps/b.tsx';"],
  ['web/src/ui/a.test.tsx', "import { x } from '../testing/b.ts';"],
])('allows in %s: %s', (file, source) => {
  expect(rulesFor({ [file]: source })).toEqual([]);
});

test('finds cycles, including type-only imports, but not through dynamic imports', () => {
  const circle = {
    'core/a.ts': "import { b } from './b.ts';",
    'core/b.ts': "import { c } from './c.ts';",
    'core/c.ts': "import { a } from './a.ts';",
  };
  expect(rulesFor(circle)).toEqual(['core/a.ts: imports itself in a circle: core/a.ts → core/b.ts → core/c.ts → core/a.ts']);
  expect(rulesFor({ ...circle, 'core/c.ts': "import type { a } from './a.ts';" })).toHaveLength(1);
  expect(rulesFor({ ...circle, 'core/c.ts': "const a = () => import('./a.ts');" })).toEqual([]);
});
