import { type TestHost, testHost } from '@sayso/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appOf } from './compile/app.fixture.ts';
import { Compiler } from './compile/compiler.ts';
import runtime from './index.ts';
import type { RuntimeService } from './service.ts';

let host: TestHost<unknown, RuntimeService>;
let service: RuntimeService;
beforeAll(async () => {
  host = await testHost(runtime);
  service = host.service();
}, 60_000);
afterAll(() => host.close());

const button = (label: string) => `    <button onClick={() => Task.delete('${label}')}>${label}</button>\n`;
const page = (name: string, count: number) =>
  `import { Task } from '@/entities/Task';\nexport default function ${name}() {\n  return <main>\n${Array.from({ length: count }, (_, index) => button(`${name} ${index}`)).join('')}  </main>;\n}\n`;
const without = (text: string, label: string) => text.replace(button(label), '');

describe('comparing versions in a compiler process', () => {
  test('finds what vanished, and brings it back', async () => {
    const before = { 'pages/Home': page('Home', 3) };
    const after = { 'pages/Home': without(before['pages/Home'], 'Home 1') };
    const review = await service.review({ appId: 'app', files: after }, { before, request: 'Make it blue' });
    expect(review?.vanished).toMatchObject([{ kind: 'handler', name: 'Home 1', file: 'pages/Home', line: 5 }]);
    const { ways } = await service.bringBack('app', { before, after, current: after }, review?.vanished[0]?.id ?? '');
    expect(ways).toEqual([{ way: 'place', path: 'pages/Home', content: before['pages/Home'] }, expect.objectContaining({ way: 'file' })]);
  });

  test('an app of 400 files, each of which lost a button', async () => {
    const names = Array.from({ length: 400 }, (_, index) => `P${index}`);
    const before = Object.fromEntries(names.map((name) => [`pages/${name}`, page(name, 10)]));
    const after = Object.fromEntries(names.map((name) => [`pages/${name}`, without(before[`pages/${name}`] ?? '', `${name} 4`)]));
    const review = await service.review({ appId: 'large', files: after }, { before, request: '' });
    expect(review).toMatchObject({ lines: [{ subject: 'page', change: 'changed', count: 400 }], moreVanished: 380 });
    expect(review?.vanished).toHaveLength(20);
  }, 30_000);

  test('a file of 1 MB', async () => {
    const before = { 'pages/Home': page('Home', 14_000) };
    expect(before['pages/Home'].length).toBeGreaterThan(900_000);
    const after = { 'pages/Home': without(before['pages/Home'], 'Home 77') };
    // The limit of time is not at issue here: a busy machine needs several times as long.
    const compiler = new Compiler({ runMs: { review: 60_000 } });
    try {
      const { vanished } = await compiler.review({ sources: appOf(after), before, request: '' });
      expect(vanished).toMatchObject([{ name: 'Home 77' }]);
    } finally {
      await compiler.close();
    }
  }, 60_000);

  test('answers null for a file that crashes the parser, and compares the next version', async () => {
    const bomb = { 'pages/Home': `x=${'('.repeat(400_000)}` };
    const good = { 'pages/Home': page('Home', 1) };
    expect(await service.review({ appId: 'app', files: good }, { before: bomb, request: '' })).toBeNull();
    expect(await service.bringBack('app', { before: good, after: good, current: bomb }, 'any')).toEqual({ stands: false, ways: [] });
    expect(await service.review({ appId: 'app', files: good }, { before: {}, request: '' })).toMatchObject({ vanished: [] });
  }, 30_000);
});
