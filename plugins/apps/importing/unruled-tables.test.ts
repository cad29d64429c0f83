import { expect, it } from 'vitest';
import { parseEntity } from '../versions/entity-schema.ts';
import { readProject } from './project.ts';
import { tableUses } from './table-uses.ts';

const uses = (code: string, path = 'pages/Home') =>
  Object.fromEntries([...tableUses({ [path]: code }, ['Task', 'Note'])].map(([name, acts]) => [name, [...acts.keys()].sort().join()]));
const ALL = 'create,delete,read,update';

it.each<[code: string, task: string, note: string]>([
  ['', '', ''],
  ["import { Task } from '@/api/entities'; Task.list();", 'read', ''],
  ["import { Task as T } from '@/entities/all'; await T.filter({}); T.create({ Note: 1 });", 'create,read', ''],
  ["import Task from '@/entities/Task'; Task.update(1, {});", 'update', ''],
  ["import { base44 } from '@/api/base44Client'; base44.entities.Task.delete(1); base44.entities['Note'].get(1);", 'delete', 'read'],
  ['const { Task } = base44.entities; Task.bulkCreate([]);', 'create', ''],
  ['const T = base44.entities.Task; const f = () => T?.subscribe(() => {});', 'read', ''],
  ['await base44.asServiceRole.entities.Task.update(1, {}); base44.entities.Note.list();', '', 'read'],
  ['const all = base44.asServiceRole.entities; all.Task.list();', '', ''],
  ["import { Task } from '@/api/entities'; useRows(Task);", ALL, ''],
  ["import { Task } from '@/api/entities'; const list = [Task]; export const find = (n) => base44.entities[n].list();", ALL, ALL],
  ["import * as tables from '@/api/entities'; tables.Task.list(); const x = { Task: 1 }; x.Task;", 'read', ''],
  ["const name = 'Task';", ALL, ''],
  ['// Task.list()\nconst text = `Task.delete`;', '', ''],
  ["import { Task } from '@/api/entities'; Task.unheardOf();", ALL, ''],
  ["import { Task } from '@/api/entities'; export const Row = () => <li onClick={() => Task.delete(1)}>Task</li>;", 'delete', ''],
])('finds what %s does', (code, task, note) => {
  const sorted = (acts: string) => (acts === '' ? '' : acts.split(',').sort().join());
  expect(uses(code)).toEqual({ Task: sorted(task), Note: sorted(note) });
});

it('narrows tables without rules to what the code does, and says so', () => {
  const table = (name: string, more: object = {}) => ({
    path: `entities/${name}.json`,
    text: JSON.stringify({ name, type: 'object', properties: { text: { type: 'string' } }, ...more }),
  });
  const { files, changed } = readProject([
    {
      path: 'src/pages/Home.jsx',
      text: "import { Task, Seen } from '@/api/entities';\nTask.list(); Task.create({}); Seen.list(); base44.entities.Empty.list();\nexport default () => null;",
    },
    { path: 'functions/clean.js', text: 'base44.asServiceRole.entities.Task.delete(1); base44.asServiceRole.entities.Log.create({});' },
    ...[table('Task'), table('Log'), table('Ruled', { rls: { read: true } }), table('Empty', { rls: { read: null, create: null } })],
  ]);
  const access = (name: string) => JSON.parse(files[`entities/${name}.json`] ?? '{}')['x-accessControl'];
  const admin = { user_condition: { role: 'admin' } };
  expect(access('Task')).toEqual({ permissions: { read: 'creator', write: 'creator' }, rules: { update: admin, delete: admin } });
  expect(access('Log')).toEqual({ permissions: { read: 'admin', write: 'admin' } });
  expect(access('Seen')).toEqual({ permissions: { read: 'creator', write: 'admin' } });
  expect(access('Empty')).toEqual({ permissions: { read: 'creator', write: 'admin' } });
  expect(access('Ruled')).toEqual({ permissions: { read: 'all', write: 'admin' } });
  const said = (name: string) =>
    changed
      .filter(({ path }) => path.includes(name))
      .map(({ message }) => message)
      .join(' ');
  expect(said('Task')).toContain(
    'people who are logged in can read and add their own rows, as pages/Home does; only people who build the app can change and remove rows. To widen that,',
  );
  expect(said('Log')).toContain('no code uses it as the person who is logged in: only people who build the app');
  for (const name of ['Task', 'Log', 'Seen'])
    expect(() => parseEntity(`entities/${name}.json`, files[`entities/${name}.json`] ?? '')).not.toThrow();
});
