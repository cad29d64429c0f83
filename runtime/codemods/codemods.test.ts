import { describe, expect, test } from 'vitest';
import { problemsOf } from '../compile/app.fixture.ts';
import { apps } from './apps.fixture.ts';
import type { AppChange, ChangeResult, Files } from './index.ts';
import { applyChanges } from './index.ts';

function changed(files: Files, ...changes: AppChange[]): { files: Files; results: readonly ChangeResult[] } {
  const { files: different, results } = applyChanges(files, changes);
  return { files: { ...files, ...different }, results };
}

function refusal(files: Files, change: AppChange) {
  const { files: different, results } = applyChanges(files, [change]);
  expect(different).toEqual({});
  const [result] = results;
  return result?.ok === false ? result.refusal : result;
}

/** The lines that are in one text and not in the other. */
function difference(before = '', after = ''): string[] {
  const [a, b] = [before.split('\n'), after.split('\n')];
  return [
    ...a.filter((line) => !b.includes(line)).map((line) => `-${line.trim()}`),
    ...b.filter((line) => !a.includes(line)).map((line) => `+${line.trim()}`),
  ];
}

function added(before: Files, after: Files, path: string): string[] {
  return difference(before[path], after[path]).flatMap((line) => (line.startsWith('+') ? [line.slice(1)] : []));
}

const schemaOf = (files: Files, table: string) => JSON.parse(files[`entities/${table}.json`] ?? '');

describe('titles', () => {
  test('the name of the app changes wherever it is shown', () => {
    const { files, results } = changed(apps.records, { kind: 'rename-app', from: 'My records', to: 'The "A & B" side' });
    expect(results[0]).toMatchObject({
      ok: true,
      effects: [
        { path: 'pages/Home', line: 15 },
        { path: 'layout', line: 12 },
      ],
    });
    expect(files['pages/Home']).toContain('>{"The \\"A & B\\" side"}</h1>');
  });

  test('where the name is not shown, the heading of the first page changes', () => {
    const { files } = changed(apps.shop, { kind: 'rename-app', from: 'Untitled', to: 'Green shop' });
    expect(files['pages/Home']).toContain('<h1 className="text-emerald-900">Green shop</h1>');
  });

  test('a page is renamed in its heading and in the navigation', () => {
    expect(
      difference(apps.records.layout, changed(apps.records, { kind: 'rename-page', page: 'Home', to: 'Vinyl' }).files['layout']),
    ).toEqual(["-{ name: 'Home', label: 'Records' },", "+{ name: 'Home', label: 'Vinyl' },"]);
    const { files } = changed(apps.shop, { kind: 'rename-page', page: 'Products', to: 'Everything' });
    expect(difference(apps.shop.layout, files['layout'])).toEqual(['-All products', '+Everything']);
    expect(changed(apps.tasks, { kind: 'rename-page', page: 'Tasks', to: 'To do' }).files['pages/Tasks']).toContain('<h1>{"To do"}</h1>');
  });

  test('an entry with the name of its page as label, and no text of another page that links back', () => {
    const files = {
      layout: "const pages = [{ page: 'Home', label: 'Start' }, { page: 'Songs', label: 'Songs' }];",
      'pages/Home': 'export default () => <h1>Start</h1>;',
      'pages/Songs': 'export default () => <h1>Songs</h1>;',
      'pages/Song': "export default () => <Detail back={createPageUrl('Songs')} figures={[{ label: 'Plays' }]} />;",
    };
    const after = changed(files, { kind: 'rename-page', page: 'Songs', to: 'Tracks' }).files;
    expect(after['layout']).toContain("{ page: 'Songs', label: 'Tracks' }");
    expect(after['pages/Song']).toBe(files['pages/Song']);
  });

  test('refuses an unknown page, and a rename without an occurrence', () => {
    expect(refusal(apps.records, { kind: 'rename-page', page: 'Nowhere', to: 'X' })).toMatchObject({ reason: 'no-page' });
    expect(refusal(apps.tasks, { kind: 'rename-app', from: 'Tasks app', to: 'X' })).toMatchObject({ reason: 'no-text' });
    expect(refusal(apps.records, { kind: 'rename-app', from: 'My records', to: '  ' })).toMatchObject({ reason: 'bad-value' });
  });
});

describe('fields', () => {
  test('a new field is in the table, and at the end of the lists of blocks', () => {
    const { files, results } = changed(apps.crm, {
      kind: 'add-field',
      table: 'Client',
      field: 'phone',
      schema: { type: 'string', format: 'phone' },
    });
    expect(schemaOf(files, 'Client').properties.phone).toEqual({ type: 'string', format: 'phone' });
    expect(added(apps.crm, files, 'pages/Home')).toEqual([
      "columns={['name', { name: 'email', label: 'Write to' }, 'city', 'stage', 'phone']}",
      "form={{ fields: ['name', 'email', 'city', 'phone'], defaults: { stage: 'New' } }}",
    ]);
    expect(added(apps.crm, files, 'pages/Board')).toEqual([
      `return <DataBoard entity={Client} filter={{ isLost: false }} by="stage" total="value" fields={['city', 'phone']} />;`,
    ]);
    expect(results[0]).toMatchObject({ ok: true, left: [] });
  });

  test('pages that draw the table by themselves are named, not changed', () => {
    const { files, results } = changed(apps.records, { kind: 'add-field', table: 'Record', field: 'label', schema: { type: 'string' } });
    expect(files['pages/Home']).toBe(apps.records['pages/Home']);
    expect(results[0]).toMatchObject({ ok: true, left: [{ path: 'pages/Home', reason: 'written-by-hand' }] });
  });

  test('the file keeps its indentation', () => {
    const { files } = changed(apps.shop, { kind: 'add-field', table: 'Product', field: 'weight', schema: { type: 'number' } });
    expect(files['entities/Product.json']).toContain('\n\t\t"weight": {');
  });

  test.each([
    [{ field: 'Artist' }, 'field-exists'],
    [{ field: 'singer', schema: { type: 'string', title: 'artist' } }, 'field-exists'],
    [{ field: 'createdAt' }, 'bad-value'],
    [{ field: 'two words' }, 'bad-value'],
    [{ table: 'Nothing' }, 'no-table'],
  ])('refuses %j: %s', (given, reason) => {
    expect(
      refusal(apps.records, { kind: 'add-field', table: 'Record', field: 'label', schema: { type: 'string' }, ...given }),
    ).toMatchObject({ reason });
  });

  test('renaming a field changes its label and keeps its stored name', () => {
    const { files, results } = changed(apps.records, { kind: 'rename-field', table: 'Record', field: 'artist', to: 'Band' });
    expect(schemaOf(files, 'Record').properties.artist).toEqual({ type: 'string', title: 'Band' });
    expect(difference(apps.records['pages/Home'], files['pages/Home']).filter((line) => line.startsWith('+'))).toEqual([
      '+<Input aria-label="Band" value={artist} onChange={(event) => setArtist(event.target.value)} />',
      '+<TableHeader><TableRow><TableHead>Band</TableHead><TableHead>Year</TableHead></TableRow></TableHeader>',
    ]);
    expect(results[0]).toMatchObject({ ok: true, left: [] });
  });

  test('a label that may be of another table is left and named', () => {
    const { files, results } = changed(apps.tasks, { kind: 'rename-field', table: 'Task', field: 'due', to: 'Deadline' });
    expect(schemaOf(files, 'Person').properties.due.title).toBe('Due');
    expect(results[0]).toMatchObject({ ok: true, left: [{ path: 'components/TaskRow', reason: 'written-by-hand' }] });
  });

  test('removes a field from the table and from each block', () => {
    const gone = (field: string) => changed(apps.crm, { kind: 'remove-field', table: 'Client', field }).files;
    expect(Object.keys(schemaOf(gone('city'), 'Client').properties)).not.toContain('city');
    expect(added(apps.crm, gone('city'), 'pages/Home')).toEqual([
      "columns={['name', { name: 'email', label: 'Write to' }, 'stage']}",
      "form={{ fields: ['name', 'email'], defaults: { stage: 'New' } }}",
    ]);
    expect(gone('city')['pages/Board']).toContain('by="stage" total="value" />');
    expect(added(apps.crm, gone('email'), 'pages/Home')).toContain("columns={['name', 'city', 'stage']}");
    expect(gone('since')['pages/Home']).not.toContain('sort');
    expect(gone('value')['pages/Home']).toContain("figures={[{ label: 'Clients', count: true }]}");
    expect(gone('value')['pages/Home']).not.toContain('<DataChart');
    expect(gone('name')['pages/Home']).not.toContain('<FilterBar');
  });

  test('removes a required field from `required`', () => {
    const bare = { 'entities/Record.json': apps.records['entities/Record.json'] ?? '' };
    const { files } = changed(bare, { kind: 'remove-field', table: 'Record', field: 'artist' });
    expect(schemaOf(files, 'Record').required).toEqual(['condition']);
  });

  test.each([
    ['records', 'Record', 'artist', { reason: 'used-in-code', path: 'pages/Home', line: 16 }],
    ['tasks', 'Task', 'due', { reason: 'used-in-code' }],
    ['shop', 'Product', 'colour', { reason: 'no-field' }],
    ['crm', 'Client', 'stage', { reason: 'needed-by-view', path: 'pages/Board' }],
    ['crm', 'Client', 'isLost', { reason: 'needed-by-view', path: 'pages/Board' }],
  ] as const)('in %s, %s.%s is not removed', (app, table, field, expected) => {
    expect(refusal(apps[app], { kind: 'remove-field', table, field })).toMatchObject(expected);
  });
});

describe('looks', () => {
  test('an accent changes tokens and nothing else', () => {
    const { files, results } = changed(apps.tasks, { kind: 'set-accent', hue: 150 });
    expect(Object.keys(files).filter((path) => files[path] !== (apps.tasks as Files)[path])).toEqual(['globals.css']);
    expect(files['globals.css']).toContain('/* ours */\n    --primary: oklch(0.47 0.17 150);');
    expect(files['globals.css']).toContain('.dark { --primary: oklch(0.74 0.136 150) }');
    expect(results[0]).toMatchObject({ ok: true, left: [] });
  });

  test('an app without a style sheet gets one; the same again is said to be so', () => {
    const first = changed(apps.crm, { kind: 'set-accent', color: '#e11d48' });
    expect(first.files['globals.css']).toMatch(/^:root \{\n {2}--primary: oklch\(0\.47 0\.17 \d+/);
    expect(refusal(first.files, { kind: 'set-accent', color: '#e11d48' })).toMatchObject({ reason: 'is-so' });
  });

  test('colours that are written out are named, and refuse the change when the app has no others', () => {
    expect(refusal(apps.shop, { kind: 'set-accent', hue: 20 })).toMatchObject({ reason: 'fixed-colours', path: 'pages/Home', line: 2 });
    const mixed = { ...apps.shop, 'pages/Home': `export default () => <b className="bg-primary">x</b>;` };
    expect(changed(mixed, { kind: 'set-accent', hue: 20 }).results[0]).toMatchObject({
      ok: true,
      left: [{ path: 'layout', reason: 'fixed-colours' }],
    });
  });

  test('dark for all devices keeps the accent', () => {
    const { files } = changed(apps.crm, { kind: 'set-accent', hue: 150 }, { kind: 'set-theme', mode: 'dark' });
    const [light = '', dark = ''] = [/:root \{[^}]*\}/g, /\.dark \{[^}]*\}/g].map(
      (rule) => files['globals.css']?.match(rule)?.join('') ?? '',
    );
    expect(light).toContain('--background: oklch(0.175 0.008 70)');
    expect(light).toContain('--primary: oklch(0.74 0.136 150)');
    expect(dark).toContain('--background: oklch(0.175 0.008 70)');
  });

  test.each([{ color: 'green' }, { hue: Number.NaN }])('%j is no colour', (given) => {
    expect(refusal(apps.crm, { kind: 'set-accent', ...given })).toMatchObject({ reason: 'bad-value' });
  });
});

describe('order and filters', () => {
  test('blocks and calls are put in order', () => {
    expect(changed(apps.crm, { kind: 'sort', table: 'Client', field: 'name', isDescending: false }).files['pages/Home']).toContain(
      'sort="name"',
    );
    expect(changed(apps.records, { kind: 'sort', table: 'Record', field: 'year', isDescending: true }).files['pages/Home']).toContain(
      "Record.list('-year')",
    );
    expect(changed(apps.tasks, { kind: 'sort', table: 'Task', field: 'title', isDescending: false }).files['pages/Tasks']).toContain(
      "Task.filter({ done: false }, 'title', 100)",
    );
  });

  test('refuses where code sorts, where it is so already, and without a view', () => {
    expect(refusal(apps.shop, { kind: 'sort', table: 'Product', field: 'title', isDescending: false })).toMatchObject({
      reason: 'ordered-in-code',
      line: 7,
    });
    const sorted = changed(apps.crm, { kind: 'sort', table: 'Client', field: 'since', isDescending: true }).files;
    expect(refusal(sorted, { kind: 'sort', table: 'Client', field: 'since', isDescending: true })).toMatchObject({ reason: 'is-so' });
    expect(refusal(apps.tasks, { kind: 'sort', table: 'Person', field: 'name', isDescending: true })).toMatchObject({ reason: 'no-view' });
  });

  test('a filter bar gets one more control', () => {
    expect(changed(apps.crm, { kind: 'add-filter', table: 'Client', field: 'city' }).files['pages/Home']).toContain(
      "search={['name', 'city']}",
    );
    expect(changed(apps.crm, { kind: 'add-filter', table: 'Client', field: 'stage' }).files['pages/Home']).toContain(
      `<FilterBar entity={Client} fields={['stage']} search={['name']}`,
    );
    expect(refusal(apps.crm, { kind: 'add-filter', table: 'Client', field: 'name' })).toMatchObject({ reason: 'is-so' });
    expect(refusal(apps.crm, { kind: 'add-filter', table: 'Client', field: 'since' })).toMatchObject({ reason: 'wrong-kind' });
    expect(refusal(apps.records, { kind: 'add-filter', table: 'Record', field: 'artist' })).toMatchObject({ reason: 'no-view' });
  });

  test('a block without a bar offers the filter itself', () => {
    const { 'pages/Home': _home, ...files } = apps.crm;
    expect(changed(files, { kind: 'add-filter', table: 'Client', field: 'stage' }).files['pages/Board']).toContain(
      "<DataBoard entity={Client} filters={['stage']}",
    );
    expect(changed(files, { kind: 'add-filter', table: 'Client', field: 'email' }).files['pages/Board']).toContain(
      "<DataBoard entity={Client} search={['email']}",
    );
  });
});

describe('pages', () => {
  const page = { kind: 'add-page', page: 'Shelves', label: 'My shelves', source: 'export default () => <h1>Shelves</h1>;\n' } as const;

  test.each([
    ['records', "+{ name: 'Shelves', label: 'My shelves' },"],
    ['shop', '+<Link to={createPageUrl("Shelves")} className="text-emerald-700">'],
    [
      'crm',
      `+<AppShell name="Clients" pages={[{ page: 'Home', label: 'Clients', icon: UsersIcon }, { page: 'Shelves', label: 'My shelves', icon: UsersIcon }]} currentPageName={currentPageName}>`,
    ],
  ] as const)('the navigation of %s gets an entry like its last one', (app, line) => {
    const { files, results } = changed(apps[app], page);
    expect(files['pages/Shelves']).toBe(page.source);
    expect(difference(apps[app].layout, files['layout'])).toContain(line);
    expect(results[0]).toMatchObject({ ok: true, left: [] });
  });

  test('adds a page without a navigation, and reports the missing entry', () => {
    const { layout: _layout, ...bare } = apps.crm;
    expect(changed(bare, page).results[0]).toMatchObject({ ok: true, left: [{ path: 'pages/Shelves', reason: 'no-navigation' }] });
    expect(refusal(apps.records, { ...page, page: 'about' })).toMatchObject({ reason: 'bad-value' });
    expect(refusal(apps.records, { ...page, page: 'ABOUT' })).toMatchObject({ reason: 'page-exists' });
  });

  test('appends a chart to the page', () => {
    const { files } = changed(apps.crm, { kind: 'add-chart', table: 'Client', field: 'city', title: 'Clients by city' });
    expect(files['pages/Home']).toContain(`  <DataChart entity={Client} title={"Clients by city"} by="city" />\n    </Page>`);
    expect(
      changed(apps.tasks, { kind: 'add-chart', table: 'Person', field: 'name', title: 'x', page: 'Tasks' }).files['pages/Tasks'],
    ).toContain("import { Person } from '@/entities/Person';");
    expect(refusal(apps.crm, { kind: 'add-chart', table: 'Client', field: 'city', value: 'name', title: 'x' })).toMatchObject({
      reason: 'wrong-kind',
    });
  });
});

test('keeps permissions that the change does not name', () => {
  const { files } = changed(apps.records, { kind: 'set-permissions', table: 'Record', read: 'all' });
  expect(schemaOf(files, 'Record')['x-accessControl']).toEqual({ permissions: { read: 'all', write: 'creator' } });
  expect(refusal(files, { kind: 'set-permissions', table: 'Record', read: 'all' })).toMatchObject({ reason: 'is-so' });
});

test('a file that is no code refuses only the changes that need it', () => {
  const broken = { ...apps.crm, 'pages/Broken': 'export default function (' };
  expect(changed(broken, { kind: 'sort', table: 'Client', field: 'name', isDescending: false }).results[0]?.ok).toBe(true);
  expect(refusal(broken, { kind: 'rename-page', page: 'Broken', to: 'X' })).toMatchObject({ reason: 'unreadable' });
});

/** Of each kind, with values that occur in the apps. */
function allChanges(files: Files): AppChange[] {
  const tables = Object.keys(files).flatMap((path) => /^entities\/(\w+)\.json$/.exec(path)?.[1] ?? []);
  const pages = Object.keys(files).flatMap((path) => /^pages\/(\w+)$/.exec(path)?.[1] ?? []);
  const ofTables = tables.flatMap((table) => {
    const fields = Object.keys(schemaOf(files, table).properties);
    return fields.flatMap((field): AppChange[] => [
      { kind: 'rename-field', table, field, to: `O'Brien's "<${field}>" {x}` },
      { kind: 'remove-field', table, field },
      { kind: 'sort', table, field, isDescending: true },
      { kind: 'add-filter', table, field },
      { kind: 'add-chart', table, field, title: `"<${field}>" {x} \\` },
      ...pages.map((page): AppChange => ({ kind: 'add-chart', table, field, title: 'x', page })),
    ]);
  });
  return [
    ...ofTables,
    ...tables.map((table): AppChange => ({ kind: 'add-table-page', table, page: 'Further', label: `<b>"It's" {a} & \\` })),
    ...tables.map((table): AppChange => ({ kind: 'add-field', table, field: 'extra', schema: { type: 'string' } })),
    ...pages.map((page): AppChange => ({ kind: 'rename-page', page, to: `<b>"It's" {a} & \\` })),
    ...['My records', 'Shop', 'Clients'].map((from): AppChange => ({ kind: 'rename-app', from, to: `<b>"It's" {a} & \\` })),
    { kind: 'set-accent', hue: 30 },
    { kind: 'set-theme', mode: 'dark', radius: 1 },
    { kind: 'add-page', page: 'Further', label: `<b>"It's" {a} & \\`, source: 'export default () => <p />;' },
  ];
}

test.each(Object.entries(apps))('%s compiles after each change that is not refused', async (_name, files) => {
  expect(await problemsOf(files)).toEqual([]);
  let made = 0;
  for (const change of allChanges(files)) {
    const { files: different, results } = applyChanges(files, [change]);
    expect(Object.keys(different).length > 0).toBe(results[0]?.ok);
    if (Object.keys(different).length === 0) continue;
    made += 1;
    expect({ change, problems: await problemsOf({ ...files, ...different }) }).toEqual({ change, problems: [] });
  }
  expect(made).toBeGreaterThan(3);
});
