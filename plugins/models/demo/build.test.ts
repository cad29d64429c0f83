import { testHost } from '@sayso/core/testing';
import runtime from '@sayso/runtime';
import { type RuntimeApi, runtimeRef } from '@sayso/runtime/ref';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apply, ask, built, schemaOf, tablesOf } from './answer.fixture.ts';

let host: Awaited<ReturnType<typeof testHost>>;
let compiler: RuntimeApi;
beforeAll(async () => {
  host = await testHost(runtime);
  compiler = host.service(runtimeRef);
}, 60_000);
afterAll(() => host.close());

const requests: readonly (readonly [request: string, tables: readonly string[], fields: Readonly<Record<string, string>>])[] = [
  ['A habit tracker with name, frequency and streak', ['Habit'], { name: 'string', frequency: 'enum', streak: 'number' }],
  ['A CRM for my photography studio: clients, shoots and invoices', ['Client', 'Shoot', 'Invoice'], {}],
  ['A landing page that collects newsletter sign-ups', ['Signup'], { email: 'email' }],
  ['Create a todo app with title, due date and priority', ['Todo'], { title: 'string', due_date: 'date', priority: 'enum' }],
  [
    'A recipe book with ingredients, cooking time and a rating',
    ['Recipe'],
    { ingredients: 'string', cooking_time: 'number', rating: 'integer' },
  ],
  ['An expense tracker with amount, date and category', ['Expense'], { amount: 'number', date: 'date', category: 'enum' }],
  ['An app for my gym with members, classes and trainers', ['Member', 'Class', 'Trainer'], {}],
  ['A restaurant menu website', ['Dish'], { price: 'number', image: 'image' }],
  ['Inventory for my workshop: item, quantity, reorder level, supplier', ['StockItem'], { quantity: 'number', reorder_level: 'number' }],
  ['Real estate listings with price, address, bedrooms and photo', ['Listing'], { price: 'number', bedrooms: 'number', image: 'image' }],
  ['library with books, members and loans', ['Book', 'Member', 'Loan'], {}],
  ['School app: students (name, email), teachers (name, subject) and classes (title, date)', ['Student', 'Teacher', 'Class'], {}],
  ['A pet clinic app', ['Owner', 'Pet', 'Appointment'], {}],
  ['A grocery shopping list', ['Item'], { done: 'boolean' }],
  [
    'A bug tracker with title, severity (low, high), assigned to and steps to reproduce',
    ['Bug'],
    { severity: 'enum', assigned_to: 'string' },
  ],
  ['A booking page for my yoga classes', ['Booking'], { date: 'date', email: 'email' }],
  ['A journal with mood', ['JournalEntry'], { mood: 'enum' }],
  ['My portfolio of photos', ['Photo'], { image: 'image' }],
  ['an app for tracking my blood pressure with date, systolic and diastolic', ['BloodPressure'], { date: 'date', systolic: 'number' }],
  ['A law firm app', ['Client', 'Case', 'Appointment', 'Invoice'], {}],
];

/** In the words of `requests`: the format where there is one, `enum`, or the type. */
function kindOf(property: Readonly<Record<string, unknown>> | undefined): unknown {
  return property?.['enum'] ? 'enum' : (property?.['format'] ?? property?.['type']);
}

describe.each(requests)('%s', (request, tables, fields) => {
  test('names the tables and the fields that were asked for', async () => {
    const files = await built(request);
    expect(tablesOf(files)).toEqual(tables);
    const properties = schemaOf(files, tables[0] ?? '').properties;
    expect(Object.fromEntries(Object.keys(fields).map((key) => [key, kindOf(properties[key])]))).toEqual(fields);
  });

  test('compiles, without a warning', async () => {
    const files = await built(request);
    expect(await compiler.check({ appId: 'app', versionId: 'v', name: 'App', mainPage: null, files })).toEqual([]);
  });

  test('every field has its place in a form and in a list', async () => {
    const files = await built(request);
    for (const table of tables) {
      const users = Object.entries(files).filter(([path, text]) => text.includes(`@/entities/${table}'`) || path.includes(`/${table}`));
      const forms = users
        .filter(([path]) => /Form$|Box$/.test(path))
        .map(([, text]) => text)
        .join('\n');
      const lists = users
        .filter(([path]) => !/Form$|Box$|^entities/.test(path))
        .map(([, text]) => text)
        .join('\n');
      const typed = Object.entries(schemaOf(files, table).properties).filter(([key]) => key !== 'completed_days');
      for (const [key] of typed) {
        expect(forms, `${table}.${key} in a form`).toContain(`values.${key}`);
        expect(lists, `${table}.${key} in a list`).toMatch(new RegExp(`\\.${key}\\b`));
      }
    }
  });
});

describe('a new app', () => {
  test('says what it is, names the app once, and streams one file after another', async () => {
    const { words, actions } = await ask('A habit tracker with name, frequency and streak');
    expect(words.split('.')[0]).toContain("I'm the built-in demo assistant");
    expect(actions.map((action) => action.app).filter(Boolean)).toEqual(['Habit tracker']);
    expect(actions[0]).toMatchObject({ type: 'add_entity', file: 'entities/Habit.json', title: 'Habits table', app: 'Habit tracker' });
    expect(new Set(actions.map((action) => action.file)).size).toBe(actions.length);
    expect(actions.map((action) => action.file)).toContain('pages/Home');
  });

  test('is the same each time', async () => {
    const request = 'A CRM for my photography studio: clients, shoots and invoices';
    expect((await ask(request)).text).toBe((await ask(request)).text);
  });

  test('has references between its tables', async () => {
    const files = await built('A CRM for my photography studio: clients, shoots and invoices');
    expect(schemaOf(files, 'Invoice').properties['client']).toMatchObject({ 'x-ui': { to: 'Client' } });
    expect(files['components/InvoiceForm']).toContain('clients.map');
  });

  test.each([
    ['A habit tracker', 'Habit', 'creator', 'creator'],
    ['A CRM for my photography studio: clients, shoots and invoices', 'Client', 'admin', 'admin'],
    ['A landing page that collects newsletter sign-ups', 'Signup', 'admin', 'anonymous'],
    ['A restaurant menu website', 'Dish', 'all', 'admin'],
  ])('%s: who sees and who writes %s', async (request, table, read, write) => {
    expect(schemaOf(await built(request), table)['x-accessControl'].permissions).toEqual({ read, write });
  });

  test.each([
    ['A wine cellar in dark mode', 'globals.css', /:root \{\n {2}color-scheme: dark/],
    ['A habit tracker in violet', 'globals.css', /--primary: oklch\(0\.52 0\.21 297\)/],
    ['A reading list called "Page Turner"', 'layout', /Page Turner/],
  ])('%s', async (request, file, expected) => {
    expect((await built(request))[file]).toMatch(expected);
  });

  test.each(['hello', 'asdf qwer', 'what can you do?', ''])('"%s" is no app: it says how to connect a model', async (request) => {
    const { words, actions } = await ask(request);
    expect(actions).toEqual([]);
    expect(words).toContain('OPENAI_API_KEY');
  });

  test('example rows fit the schema', async () => {
    const files = await built('A habit tracker with name, frequency and streak');
    const { actions } = await ask('add 10 sample rows', files);
    expect(actions).toMatchObject([{ type: 'insert_records', file: 'entities/Habit.json' }]);
    const rows = JSON.parse(actions[0]?.content ?? '') as Record<string, unknown>[];
    expect(rows).toHaveLength(10);
    for (const row of rows) {
      expect(row).toMatchObject({ name: expect.any(String), streak: expect.any(Number) });
      expect(['Daily', 'Weekly', 'Monthly']).toContain(row['frequency']);
    }
    expect(apply(files, { text: '', words: '', actions })).toEqual(files);
  });
});
