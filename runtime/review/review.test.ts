import { expect, test } from 'vitest';
import { bringBack } from './bring-back.ts';
import { reviewVersion } from './compare.ts';
import { isAskedFor } from './request.ts';

type Files = Readonly<Record<string, string>>;

const HOME = `import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Trash2 } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { Task } from '@/entities/Task';
import { createPageUrl } from '@/utils';

export function formatDue(due) {
  return new Date(due).toLocaleDateString();
}

export default function Home() {
  const [form, setForm] = useState({ title: '', priority: '' });
  const add = async () => {
    await Task.create(form);
  };
  const removeAll = async () => {
    await Task.deleteMany({});
  };
  return (
    <main>
      <h1>Tasks</h1>
      <Link to={createPageUrl('Stats')}>Statistics</Link>
      <form onSubmit={add}>
        <Input aria-label="Title" value={form.title} onChange={(event) => setForm({ ...form, title: event.target.value })} />
        <Input aria-label="Priority" value={form.priority} onChange={(event) => setForm({ ...form, priority: event.target.value })} />
        <Button type="submit">Add task</Button>
      </form>
      <Button onClick={removeAll}>
        <Trash2 /> Delete all
      </Button>
    </main>
  );
}
`;
const table = (...fields: readonly string[]) =>
  `${JSON.stringify({ name: 'Task', properties: Object.fromEntries(fields.map((name) => [name, { type: 'string' }])), required: fields }, null, 2)}\n`;
const APP: Files = {
  'pages/Home': HOME,
  'pages/Stats': 'export default function Stats() {\n  return <p>Numbers</p>;\n}\n',
  'entities/Task.json': table('title', 'priority'),
};

const BUTTON = `      <Button onClick={removeAll}>
        <Trash2 /> Delete all
      </Button>
`;
const REMOVE_ALL = `  const removeAll = async () => {
    await Task.deleteMany({});
  };
`;
const INPUT = HOME.split('\n').find((line) => line.includes('aria-label="Priority"')) ?? '';
const withHome = (change: (home: string) => string, files: Files = APP): Files => ({
  ...files,
  'pages/Home': change(files['pages/Home'] ?? ''),
});
const without = (...parts: readonly string[]) => withHome((home) => parts.reduce((text, part) => text.replace(part, ''), home));
const NO_BUTTON = without(BUTTON, REMOVE_ALL, "import { Trash2 } from 'lucide-react';\n");

const vanished = (after: Files, request = 'Make the heading blue', before = APP) =>
  reviewVersion({ before, after, request }).vanished.map(({ kind, name }) => `${kind} ${name}`);

const losses: readonly (readonly [string, Files, readonly string[]])[] = [
  ['nothing', APP, []],
  ['a button, with what only it used', NO_BUTTON, ['handler Delete all']],
  ['a handler of a button that stands', withHome((home) => home.replace(' onClick={removeAll}', '')), ['handler Delete all']],
  ['an input', without(`${INPUT}\n`), ['input priority']],
  ['a link', withHome((home) => home.replace(/.*<Link.*\n/, '')), ['link Stats']],
  ['an export', withHome((home) => home.replace(/export function formatDue[\s\S]*?\n}\n/, '')), ['export formatDue']],
  ['a call', withHome((home) => home.replace('await Task.create(form);', '')), ['call Task.create']],
  ['a field', { ...APP, 'entities/Task.json': table('title') }, ['field priority']],
  ['a table', { 'pages/Home': HOME, 'pages/Stats': APP['pages/Stats'] ?? '' }, ['table Task']],
  [
    'a page, whose links go with it',
    { ...without("      <Link to={createPageUrl('Stats')}>Statistics</Link>\n"), 'pages/Stats': undefined as never },
    ['page Stats'],
  ],
];
test.each(losses)('tells of %s', (_what, after, expected) => {
  const files = Object.fromEntries(Object.entries(after).filter(([, text]) => text !== undefined));
  expect(vanished(files)).toEqual(expected);
});

const moves: readonly (readonly [string, Files])[] = [
  [
    'a button in a component',
    {
      ...NO_BUTTON,
      'components/Clear': `import { Task } from '@/entities/Task';\nexport default function Clear() {\n  return <button onClick={() => Task.deleteMany({})}>Delete all</button>;\n}\n`,
    },
  ],
  [
    'a call in a service',
    {
      ...withHome((home) => home.replace('await Task.create(form);', 'await addTask(form);')),
      'services/tasks': "import { Task } from '@/entities/Task';\nexport const addTask = (task) => Task.create(task);\n",
    },
  ],
  ['a button with another label', withHome((home) => home.replace('Delete all', 'Clear the list'))],
  ['an export with another name', withHome((home) => home.replaceAll('formatDue', 'formatDay'))],
  [
    'an export in another file',
    {
      ...withHome((home) => home.replace(/export function formatDue[\s\S]*?\n}\n/, '')),
      'services/dates': 'export function formatDue(due) {\n  return due;\n}\n',
    },
  ],
  [
    'a page with another name',
    {
      ...withHome((home) => home.replace("'Stats'", "'Figures'")),
      'pages/Stats': undefined as never,
      'pages/Figures': APP['pages/Stats']?.replace('Stats', 'Figures') ?? '',
    },
  ],
  [
    'a field with another name',
    { ...withHome((home) => home.replaceAll('priority', 'urgency')), 'entities/Task.json': table('title', 'urgency') },
  ],
];
test.each(moves)('does not warn of %s', (_what, after) => {
  const files = Object.fromEntries(Object.entries(after).filter(([, text]) => text !== undefined));
  expect(vanished(files)).toEqual([]);
});

const BLOCKS = {
  ...APP,
  'pages/Home': `import { DataChart } from '@/components/blocks/chart';
import { DataTable } from '@/components/blocks/table';
import { Task } from '@/entities/Task';
export default function Home() {
  return (
    <main>
      <DataChart entity={Task} by="priority" />
      <DataTable entity={Task} />
    </main>
  );
}
`,
};
test('tells of one block of a table, but not of one in place of another', () => {
  const without = withHome((home) => home.replace(/ +<DataChart.*\n/, ''), BLOCKS);
  expect(vanished(without, '', BLOCKS)).toEqual(['view Task']);
  expect(vanished(without, 'Remove the chart of tasks', BLOCKS)).toEqual([]);
  expect(
    vanished(
      withHome((home) => home.replaceAll('DataTable', 'DataBoard'), BLOCKS),
      '',
      BLOCKS,
    ),
  ).toEqual([]);
});

test('shows a field as one line', () => {
  const {
    vanished: [field],
  } = reviewVersion({ before: APP, after: { ...APP, 'entities/Task.json': table('title') }, request: '' });
  expect(field).toMatchObject({ file: 'entities/Task.json', line: 7, text: '"priority": {"type":"string"}' });
});

test('names fields by their labels', () => {
  const labelled = { ...APP, 'entities/Task.json': JSON.stringify({ properties: { title: {}, priority: { title: 'How urgent' } } }) };
  const after = { ...labelled, 'entities/Task.json': JSON.stringify({ properties: { title: {} } }) };
  const { lines, vanished: gone } = reviewVersion({ before: labelled, after, request: '' });
  expect(lines).toMatchObject([{ subject: 'field', change: 'removed', names: ['How urgent'] }]);
  expect(gone).toMatchObject([{ kind: 'field', name: 'How urgent', table: 'Task' }]);
  expect(bringBack({ before: labelled, after, current: after }, gone[0]?.id ?? '').ways).toHaveLength(2);
});

test('tells each button with the same label apart', () => {
  const twice = withHome((home) => home.replace(BUTTON, `${BUTTON}      <Button onClick={add}>Delete all</Button>\n`));
  expect(reviewVersion({ before: twice, after: APP, request: '' }).vanished).toMatchObject([
    { kind: 'handler', text: '<Button onClick={add}>Delete all</Button>' },
  ]);
});

test.each([
  ['after', { ...APP, 'pages/Home': 'export default (' }, APP],
  ['before', APP, { ...APP, 'pages/Home': 'export default (' }],
])('a file that does not parse %s the version', (_when, after, before) => {
  expect(reviewVersion({ before, after, request: '' })).toMatchObject({
    lines: [{ subject: 'page', change: 'changed', names: ['Home'] }],
    vanished: [],
  });
});

test('sums up in a few lines', () => {
  const after = {
    ...APP,
    'entities/Task.json': table('title', 'due', 'done').replace(
      '"name": "Task",',
      '"name": "Task", "x-accessControl": {"permissions": {"read": "all"}},',
    ),
    'entities/Tag.json': '{"properties": {}}',
    'pages/Home': HOME.replace('Tasks', 'All tasks'),
    ...Object.fromEntries([1, 2, 3, 4, 5].map((number) => [`pages/Page${number}`, 'export default () => null;\n'])),
    'globals.css': ':root {}',
    'components/Card': 'export default () => null;\n',
  };
  expect(reviewVersion({ before: APP, after, request: '' })).toMatchObject({
    lines: [
      { subject: 'page', change: 'added', names: ['Page1', 'Page2', 'Page3', 'Page4'], count: 5 },
      { subject: 'page', change: 'changed', names: ['Home'], count: 1 },
      { subject: 'table', change: 'added', names: ['Tag'] },
      { subject: 'field', change: 'added', names: ['due', 'done'], table: 'Task' },
      { subject: 'field', change: 'removed', names: ['priority'], table: 'Task' },
      { subject: 'permission', change: 'changed', names: ['Task'] },
    ],
    moreLines: 2,
  });
});

const button = { kind: 'handler', names: ['Delete'] } as const;
const field = { kind: 'field', names: ['dueDate', 'Deadline'] } as const;
const asked: readonly (readonly [string, Parameters<typeof isAskedFor>[1], boolean])[] = [
  ['Remove the Delete button', button, true],
  ['Delete the delete button', button, true],
  ['Make the delete button red', button, false],
  ['Make delete work', button, false],
  ['Remove the chart and make the Delete button red', button, false],
  ['Replace the delete button with an icon', button, true],
  ['Replace the icon with a delete button', button, false],
  ["Don't remove the delete button", button, false],
  ['Tidy up without removing the delete button', button, false],
  ['A list without the delete button', button, true],
  ['Remove all buttons', button, true],
  ['Remove the heading', button, false],
  ['Remove the button to delete, and the heading', button, true],
  ['Rename the delete button to Clear', button, true],
  ['Rename the clear button to Delete', button, false],
  ['Start over', button, true],
  ['Drop the due date', field, true],
  ['Hide the deadline', field, true],
  ['Sort by due date', field, false],
  ['Entferne den Knopf Delete', button, true],
  ['Entferne den Knopf Delete nicht', button, false],
  ['Lösche die Deadline', field, true],
  ['Mach alles blau', button, false],
  ['Die Deadline soll weg', field, true],
  ['Remove creating tasks', { kind: 'call', names: ['Task.create'] }, true],
  ['Remove the tasks page', { kind: 'call', names: ['Task.create'] }, false],
];
test.each(asked)('%j asks for the removal of %j: %s', (request, thing, expected) => {
  expect(isAskedFor(request, thing)).toBe(expected);
});

function back(after: Files, current = after, before = APP) {
  const [only] = reviewVersion({ before, after, request: '' }).vanished;
  return bringBack({ before, after, current }, only?.id ?? '');
}

const places: readonly (readonly [string, Files, string])[] = [
  ['a button, with its function and its imports', NO_BUTTON, BUTTON.trim()],
  ['a handler', withHome((home) => home.replace(' onClick={removeAll}', '')), 'onClick={removeAll}'],
  ['an input', without(`${INPUT}\n`), INPUT],
  ['a link', withHome((home) => home.replace(/.*<Link.*\n/, '')), "<Link to={createPageUrl('Stats')}>Statistics</Link>"],
  ['an export', withHome((home) => home.replace(/export function formatDue[\s\S]*?\n}\n/, '')), 'export function formatDue'],
];
test.each(places)('brings %s back in its place, and keeps what came later', (_what, after, expected) => {
  const current = withHome((home) => home.replace('<h1>Tasks</h1>', '<h1>My tasks</h1>'), after);
  const { stands, ways } = back(after, current);
  expect(stands).toBe(false);
  expect(ways.map(({ way }) => way)).toEqual(['place']);
  expect(ways[0]?.content).toContain(expected);
  expect(ways[0]?.content).toContain('My tasks');
  expect(vanished({ ...current, 'pages/Home': ways[0]?.content ?? '' }, '')).toEqual([]);
});

test('brings the function and the imports of a button back', () => {
  const text = back(NO_BUTTON).ways[0]?.content ?? '';
  expect(text).toContain(REMOVE_ALL);
  expect(text).toContain("import { Trash2 } from 'lucide-react';");
});

test('brings a field back at its position', () => {
  const after = { ...APP, 'entities/Task.json': table('title') };
  const current = { ...APP, 'entities/Task.json': table('title', 'due') };
  expect(JSON.parse(back(after, current).ways[0]?.content ?? '')).toMatchObject({
    required: ['title', 'due', 'priority'],
    properties: { priority: {} },
  });
  expect(Object.keys(JSON.parse(back(after, current).ways[0]?.content ?? '').properties)).toEqual(['title', 'priority', 'due']);
});

test('brings a page back as it was', () => {
  const after = { 'pages/Home': HOME, 'entities/Task.json': table('title', 'priority') };
  expect(back(after)).toEqual({ stands: false, ways: [{ way: 'place', path: 'pages/Stats', content: APP['pages/Stats'] }] });
});

const REWRITTEN = { ...APP, 'pages/Home': 'export default function Other() {\n  return <section>New</section>;\n}\n' };
test('brings the whole file back where its place is gone, unless it was changed since', () => {
  const id = 'handler:onClick:delete all@pages/Home';
  const files = { before: APP, after: REWRITTEN, current: REWRITTEN };
  expect(bringBack(files, id)).toEqual({ stands: false, ways: [{ way: 'file', path: 'pages/Home', content: HOME }] });
  const current = { ...REWRITTEN, 'pages/Home': REWRITTEN['pages/Home'].replace('New', 'Newer') };
  expect(bringBack({ ...files, current }, id)).toEqual({ stands: false, ways: [] });
});

test('has nothing to do for what stands', () => {
  const id = 'handler:onClick:delete all@pages/Home';
  expect(bringBack({ before: APP, after: NO_BUTTON, current: APP }, id)).toEqual({ stands: true, ways: [] });
});

test.each([
  ['was deleted', undefined],
  ['does not parse', 'export default ('],
])('leaves it to the assistant when its file %s', (_how, text) => {
  const current = Object.fromEntries(Object.entries({ ...NO_BUTTON, 'pages/Home': text }).filter(([, one]) => one !== undefined)) as Files;
  const id = 'handler:onClick:delete all@pages/Home';
  expect(bringBack({ before: APP, after: NO_BUTTON, current }, id)).toEqual({ stands: false, ways: [] });
});

test('does not take part of another loss for something that stands', () => {
  const noInput = without(`${INPUT}\n`);
  const noForm = withHome((home) => home.replace(/ +<form[\s\S]*?<\/form>\n/, ''));
  expect(bringBack({ before: APP, after: noInput, current: noForm }, 'input:priority@pages/Home').stands).toBe(false);
});
