import { testHost } from '@sayso/core/testing';
import runtime from '@sayso/runtime';
import { type RuntimeApi, runtimeRef } from '@sayso/runtime/ref';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apply, ask, built, schemaOf, tablesOf } from '../answer.fixture.ts';

let host: Awaited<ReturnType<typeof testHost>>;
let compiler: RuntimeApi;
beforeAll(async () => {
  host = await testHost(runtime);
  compiler = host.service(runtimeRef);
}, 60_000);
afterAll(() => host.close());

type Files = Readonly<Record<string, string>>;
const compiles = async (files: Files) =>
  expect(await compiler.check({ appId: 'app', versionId: 'v', name: 'App', mainPage: null, files })).toEqual([]);

const todo = 'A todo app with title and priority';
const studio = 'A CRM for my photography studio: clients, shoots and invoices';
const letter = 'A landing page that collects newsletter sign-ups';

/** Upon which app, what is said, and what then stands where: file → what it contains; `false`: the file is gone. */
const follow: readonly (readonly [app: string, request: string, expected: Readonly<Record<string, RegExp | false>>])[] = [
  [
    todo,
    'add a due date to tasks',
    {
      'entities/Todo.json': /"due_date"[^}]*"format": "date"/,
      'components/TodoForm': /<DateField id="due-date"/,
      'components/TodoCard': /todo\.due_date/,
    },
  ],
  [todo, 'Tasks should have an assignee', { 'entities/Todo.json': /"assignee"/, 'components/TodoForm': /values\.assignee/ }],
  [
    studio,
    'add a discount and a photo to invoices',
    { 'entities/Invoice.json': /"discount"[\s\S]*"image"/, 'components/InvoiceForm': /<ImageField/ },
  ],
  [
    studio,
    'remove the company field from clients',
    { 'components/ClientForm': /^(?![\s\S]*company)/, 'components/ClientCard': /^(?![\s\S]*company)/ },
  ],
  [studio, 'delete the invoices table', { 'entities/Invoice.json': false, 'pages/Invoices': false, layout: /^(?![\s\S]*Invoices)/ }],
  [
    studio,
    'add a table of suppliers with name, phone and rating',
    { 'entities/Supplier.json': /"rating"/, 'pages/Suppliers': /useRows\(Supplier\)/, layout: /Suppliers/ },
  ],
  [todo, 'rename the app to "Focus"', { layout: /Focus/ }],
  [letter, 'change the headline to "Read less, know more"', { 'pages/Home': /Read less, know more/ }],
  [todo, 'make it dark', { 'globals.css': /:root \{\n {2}color-scheme: dark/, layout: /className="dark / }],
  [todo, 'make the header blue', { 'globals.css': /\.app-header \{\n {2}--background: oklch\(0\.44 0\.19 258\)/, layout: /app-header/ }],
  ['SOMETHING TO TRACK MY PLANTS', 'make the header plain', { 'globals.css': /^(?![\s\S]*app-header)/, layout: /^(?![\s\S]*app-header)/ }],
  [todo, 'use green', { 'globals.css': /--primary: oklch\(0\.48 0\.12 162\)/ }],
  [
    studio,
    'add a page with a chart of invoice amount by month',
    { 'pages/AmountByMonth': /AmountByMonthChart/, 'components/AmountByMonthChart': /BarChart/, layout: /Amount by month/ },
  ],
  [studio, 'show a chart of shoots by type', { 'pages/ShootsByType': /ShootsByTypeChart/, 'components/ShootsByTypeChart': /PieChart/ }],
  [studio, 'sort invoices by due date', { 'pages/Invoices': /useState\('date'\)|useState\('own'\)/ }],
  [todo, 'show todos as a table', { 'components/TodoTable': /<Table>/, 'components/TodoBoard': false }],
  [todo, 'add the option "Blocked" to status', { 'entities/Todo.json': /"Blocked"/, 'components/TodoBoard': /Blocked/ }],
  [todo, 'make priority required', { 'entities/Todo.json': /"required": \[\s*"title",\s*"priority"/ }],
  [todo, 'rename priority to urgency', { 'entities/Todo.json': /"title": "Urgency"/, 'components/TodoForm': /label="Urgency"/ }],
];

describe.each(follow)('%s → %s', (app, request, expected) => {
  test('changes what was meant, and compiles', async () => {
    const before = await built(app);
    const answer = await ask(request, before);
    const after = apply(before, answer);
    for (const [file, content] of Object.entries(expected)) {
      if (content === false) expect(after[file], file).toBeUndefined();
      else expect(after[file], file).toMatch(content);
    }
    expect(answer.words).not.toContain('did not understand');
    await compiles(after);
  });
});

describe('permissions', () => {
  test.each([
    ['Admin Only Read, Anonymous Write', 'admin', 'anonymous'],
    ['Anonymous Read, Admin Write', 'anonymous', 'admin'],
    ['Public Read, Admin Write', 'all', 'admin'],
    ['Public Read, Creator Write', 'all', 'creator'],
    ['Creator Only', 'creator', 'creator'],
    ['Admin Only', 'admin', 'admin'],
  ])('the sentence of the database screen: %s', async (description, read, write) => {
    const files = await built(todo);
    const answer = await ask(`Please change the permissions for entity "Todo" to "${description}"`, files);
    expect(answer.actions[0]).toMatchObject({
      type: 'set_permissions',
      file: 'entities/Todo.json',
      content: JSON.stringify({ read, write }),
    });
    await compiles(apply(files, answer));
  });

  test.each([
    [letter, 'only signed-in people may add', 'Signup', 'admin', 'creator'],
    [todo, 'everyone can see the todos', 'Todo', 'all', 'creator'],
    [todo, 'only I can see and edit todos', 'Todo', 'admin', 'admin'],
  ])('%s: %s', async (app, request, table, read, write) => {
    const files = await built(app, request);
    expect(schemaOf(files, table)['x-accessControl'].permissions).toEqual({ read, write });
    await compiles(files);
  });
});

describe('going back and repairing', () => {
  test('undo brings the files of the version before', async () => {
    const before = await built(studio);
    const after = apply(before, await ask('add a table of suppliers', before));
    const answer = await ask('undo that', after, { previousFiles: before });
    expect(Object.fromEntries(Object.entries(apply(after, answer)).map(([path, text]) => [path, text.trim()]))).toEqual(
      Object.fromEntries(Object.entries(before).map(([path, text]) => [path, text.trim()])),
    );
  });

  test('undo without a version before says so', async () => {
    const { actions, words } = await ask('undo that', await built(todo));
    expect(actions).toEqual([]);
    expect(words).toContain('no earlier version');
  });

  test.each(['Please fix the errors in my app', 'Fix this error: Unexpected token in components/TodoCard'])('%s', async (request) => {
    const files = await built(todo);
    const broken = { ...files, 'components/TodoCard': 'export default function (' };
    const answer = await ask(request, broken, { errors: ['components/TodoCard:1 Unexpected token'] });
    expect(answer.actions.map((action) => action.file)).toEqual(['components/TodoCard']);
    expect(apply(broken, answer)['components/TodoCard']?.trim()).toBe(files['components/TodoCard']?.trim());
  });

  test('an error of nobody’s doing is admitted', async () => {
    const { actions, words } = await ask('Fix this error: fetch failed', await built(todo));
    expect(actions).toEqual([]);
    expect(words).toContain('beyond my rules');
  });
});

describe('what others wrote', () => {
  test('a change by hand survives a follow-up', async () => {
    const files = await built(todo);
    const own = { ...files, 'components/TodoForm': files['components/TodoForm']?.replace('Cancel', 'Never mind') ?? '' };
    const after = apply(own, await ask('add a due date to tasks', own));
    expect(after['components/TodoForm']).toMatch(/Never mind[\s\S]*/);
    expect(after['components/TodoForm']).toContain('values.due_date');
  });

  test('a file that was rewritten is left alone, and that is said', async () => {
    const own = { ...(await built(todo)), 'components/TodoForm': 'export default function TodoForm() {\n  return null;\n}\n' };
    const answer = await ask('add a due date to tasks', own);
    expect(apply(own, answer)['components/TodoForm']).toBe(own['components/TodoForm']);
    expect(answer.words).toContain('I left components/TodoForm');
  });

  test('a table that a model made gets its field', async () => {
    const files = {
      'entities/Ship.json': JSON.stringify({
        name: 'Ship',
        type: 'object',
        properties: { name: { type: 'string' }, crew: { type: 'integer', minimum: 1 } },
      }),
      'pages/Home': 'export default () => null;',
    };
    const after = apply(files, await ask('add a home port to ships', files));
    expect(schemaOf(after, 'Ship').properties).toMatchObject({
      name: {},
      crew: { type: 'integer', minimum: 1 },
      home_port: { type: 'string' },
    });
    expect(after['pages/Home']).toBe(files['pages/Home']);
  });
});

test.each(['what is the weather', 'make it faster', 'build me a calculator app'])(
  '"%s" is not understood, and nothing changes',
  async (request) => {
    const { actions, words } = await ask(request, await built(todo));
    expect(actions).toEqual([]);
    expect(words).toContain('did not understand');
    expect(words).toContain('OPENAI_API_KEY');
  },
);

test('many changes, one upon another', async () => {
  const files = await built(
    studio,
    'add a deposit to shoots',
    'use violet',
    'add a table of albums with title and photo',
    'sort shoots by date',
    'remove the notes from clients',
    'show clients as a table',
    'add a page with a chart of invoices by status',
    'make it dark',
    'rename the app to "Atelier"',
    'add a due date to shoots',
    'show clients as cards',
  );
  expect(tablesOf(files)).toEqual(['Client', 'Shoot', 'Invoice', 'Album']);
  expect(files['layout']).toContain('Atelier');
  await compiles(files);
});
