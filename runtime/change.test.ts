import { type TestHost, testHost } from '@sayso/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appOf } from './compile/app.fixture.ts';
import { Compiler } from './compile/compiler.ts';
import { CompilerCrashed } from './compile/compiler-process.ts';
import runtime from './index.ts';
import type { AppChange } from './ref.ts';
import { ensureLibraries } from './scripts/libraries.ts';
import type { RuntimeService } from './service.ts';

let host: TestHost<unknown, RuntimeService>;
let service: RuntimeService;
beforeAll(async () => {
  await ensureLibraries();
  host = await testHost(runtime);
  service = host.service();
}, 60_000);
afterAll(() => host.close());

const app = appOf({
  'entities/Task.json': JSON.stringify({ title: 'Task', properties: { title: { type: 'string' } } }),
  'pages/Home': `import { DataTable } from '@/components/blocks/table';
import { Task } from '@/entities/Task';
export default () => <main><h1>Tasks</h1><DataTable entity={Task} columns={['title']} /></main>;
`,
});
const withFile = (path: string, text: string) => ({ ...app, files: { ...app.files, [path]: text } });
const renamePage: AppChange = { kind: 'rename-page', page: 'Home', to: 'To do' };
const addField: AppChange = { kind: 'add-field', table: 'Task', field: 'due', schema: { type: 'string', format: 'date' } };

describe('changing an app in a compiler process', () => {
  test('makes the changes one after the other and answers the files that differ', async () => {
    const { files, results } = await service.change(app, [
      renamePage,
      addField,
      { kind: 'sort', table: 'Task', field: 'due', isDescending: true },
    ]);
    expect(results.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(Object.keys(files).sort()).toEqual(['entities/Task.json', 'pages/Home']);
    expect(files['pages/Home']).toContain(`<h1>To do</h1><DataTable entity={Task} sort="-due" columns={['title', 'due']} />`);
    expect(await service.check({ ...app, files: { ...app.files, ...files } })).toEqual([]);
  });

  test('refuses one change and makes the others', async () => {
    const { files, results } = await service.change(app, [{ ...addField, table: 'Nothing' } as AppChange, renamePage]);
    expect(results).toMatchObject([{ ok: false, refusal: { reason: 'no-table' } }, { ok: true }]);
    expect(Object.keys(files)).toEqual(['pages/Home']);
  });

  test('refuses a change of a file that does not parse, and names the file', async () => {
    const broken = withFile('pages/Home', 'export default () => <h1>Tasks</h2>;');
    const { files, results } = await service.change(broken, [renamePage]);
    expect(results).toEqual([{ change: renamePage, ok: false, refusal: { reason: 'unreadable', path: 'pages/Home', line: null } }]);
    expect(files).toEqual({});
  });

  test('changes an app with a large file', async () => {
    const lines = Array.from({ length: 5_000 }, (_, index) => `export const text${index} = 'a line of an app';`);
    const { files, results } = await service.change(withFile('services/texts', lines.join('\n')), [renamePage]);
    expect(results).toMatchObject([{ ok: true }]);
    expect(Object.keys(files)).toEqual(['pages/Home']);
  });

  test('refuses all changes when a file crashes the parser, and changes the next app', async () => {
    const bomb = withFile('pages/Home', `x=${'('.repeat(400_000)}`);
    const { files, results } = await service.change(bomb, [renamePage, addField]);
    expect(files).toEqual({});
    expect(results.map((result) => result.ok || result.refusal.reason)).toEqual(['unreadable', 'unreadable']);
    expect((await service.change(app, [renamePage])).results).toMatchObject([{ ok: true }]);
  });

  test('reads nothing of functions and outlines when a file crashes the parser, and reads the next app', async () => {
    const declared = "export const schedule = '0 9 * * *'; export default () => 1;";
    const good = withFile('functions/daily', declared);
    for (const path of ['functions/bomb', 'components/Bomb']) {
      const bomb = { ...good, files: { ...good.files, [path]: `export const on = ${'('.repeat(400_000)}` } };
      expect(await service.outlines(bomb)).toEqual({});
      if (path === 'functions/bomb') expect(await service.functionDeclarations(bomb)).toEqual({});
    }
    expect(await service.functionDeclarations(good)).toMatchObject({ 'functions/daily': { schedule: '0 9 * * *' } });
    expect(await service.outlines(good)).toMatchObject({
      'functions/daily': { imports: [], signature: expect.stringContaining('schedule') },
    });
  });

  test('ends a process that exceeds its time limit and starts another', async () => {
    const compiler = new Compiler({ runMs: { change: 1 } });
    try {
      await expect(compiler.change({ sources: app, changes: [renamePage] })).rejects.toThrow(CompilerCrashed);
      expect((await compiler.preview({ sources: app, content: 'none' })).problems).toEqual([]);
    } finally {
      await compiler.close();
    }
  });

  test('starts a process for the first run, and ends it when it is idle', async () => {
    const compiler = new Compiler({ idleMs: 50 });
    try {
      expect(compiler.running).toBe(0);
      const run = compiler.preview({ sources: app, content: 'none' });
      expect(compiler.running).toBe(1);
      expect((await run).problems).toEqual([]);
      await expect.poll(() => compiler.running).toBe(0);
      expect((await compiler.preview({ sources: app, content: 'none' })).problems).toEqual([]);
    } finally {
      await compiler.close();
    }
  });

  test('ends a process that was started for a run that does not come', async () => {
    const compiler = new Compiler({ idleMs: 50 });
    compiler.warm(app.appId);
    expect(compiler.running).toBe(1);
    await expect.poll(() => compiler.running).toBe(0);
    await compiler.close();
  });
});
