import { expect, test } from 'vitest';
import { packageSpecifier } from './modules.ts';

const servers = [
  'npm:',
  'npm:/',
  'https://esm.sh/',
  'https://esm.sh/v135/',
  'https://esm.sh/stable/',
  'https://cdn.skypack.dev/',
  'https://cdn.jsdelivr.net/npm/',
  'https://esm.run/',
  'https://unpkg.com/',
  'https://ga.jspm.io/npm:',
];
const packages = ['stripe', '@supabase/supabase-js', 'date-fns', 'p-limit'];
const versions = ['', '@14', '@14.1.0', '@^2.3', '@~1.2.3-beta.1'];
const paths = ['', '/locale', '/dist/index.mjs'];
const cases = servers.flatMap((server) => packages.flatMap((name) => versions.map((version) => [server, name, version] as const)));

test.each(cases)('%s%s%s is a package of npm', (server, name, version) => {
  for (const path of paths) {
    expect(packageSpecifier(`${server}${name}${version}${path}`)).toBe(name + path);
    if (server.startsWith('https:')) expect(packageSpecifier(`${server}${name}${version}${path}?target=deno&dts=no`)).toBe(name + path);
  }
});

test.each([
  ['https://cdn.jsdelivr.net/npm/lodash@4/+esm', 'lodash'],
  ['https://esm.sh/zod@latest', 'zod'],
  ['https://esm.sh/*zod@3', 'zod'],
  ['zod', 'zod'],
  ['@scope/name/part', '@scope/name/part'],
  ['https://deno.land/x/zod@v3/mod.ts', 'https://deno.land/x/zod@v3/mod.ts'],
  ['https://esm.sh.evil.example/zod', 'https://esm.sh.evil.example/zod'],
  ['jsr:@std/path', 'jsr:@std/path'],
])('%s is %s', (specifier, name) => {
  expect(packageSpecifier(specifier)).toBe(name);
});
