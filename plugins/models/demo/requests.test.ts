import { testHost } from '@sayso/core/testing';
import runtime from '@sayso/runtime';
import { type RuntimeApi, runtimeRef } from '@sayso/runtime/ref';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apply, ask, built, schemaOf } from './answer.fixture.ts';
import { refusalOf } from './answer.ts';
import { readPlan } from './change/read.ts';
import { type Field, inputFields, keyOf, type Plan, pageOf, type Table } from './plan.ts';
import { requests } from './requests.fixture.ts';

let host: Awaited<ReturnType<typeof testHost>>;
let compiler: RuntimeApi;
beforeAll(async () => {
  host = await testHost(runtime);
  compiler = host.service(runtimeRef);
}, 60_000);
afterAll(() => host.close());

/** What the form must hold for a field. */
const controls: Readonly<Record<Exclude<Field['kind'], 'days'>, (id: string) => RegExp>> = {
  text: (id) => new RegExp(`<Input\\s+id="${id}"(?![^>]*type=)`),
  'long-text': (id) => new RegExp(`<Textarea id="${id}"`),
  email: (id) => new RegExp(`<Input\\s+id="${id}"[^>]*type="email"`),
  phone: (id) => new RegExp(`<Input\\s+id="${id}"[^>]*type="tel"`),
  url: (id) => new RegExp(`<Input\\s+id="${id}"[^>]*type="url"`),
  image: (id) => new RegExp(`<ImageField id="${id}"`),
  number: (id) => new RegExp(`<Input\\s+id="${id}"[^>]*type="number"`),
  money: (id) => new RegExp(`<Input\\s+id="${id}"[^>]*type="number"[^>]*step="0.01"`),
  percent: (id) => new RegExp(`<Input\\s+id="${id}"[^>]*type="number"[^>]*max="100"`),
  rating: (id) => new RegExp(`<RatingField id="${id}"`),
  date: (id) => new RegExp(`<DateField id="${id}"`),
  'date-time': (id) => new RegExp(`<Input\\s+id="${id}"[^>]*type="datetime-local"`),
  time: (id) => new RegExp(`<Input\\s+id="${id}"[^>]*type="time"`),
  boolean: (id) => new RegExp(`<Switch id="${id}"`),
  enum: (id) => new RegExp(`<SelectTrigger id="${id}"`),
  tags: (id) => new RegExp(`<Input\\s+id="${id}"`),
  reference: (id) => new RegExp(`<SelectTrigger id="${id}"[\\s\\S]*\\.map\\(\\(option\\)`),
};

type Files = Readonly<Record<string, string>>;

function planOf(files: Files): Plan {
  const plan = readPlan(files, '');
  if (plan === null) throw new Error('The app has no table.');
  return plan;
}

/** In the words of `requests`. */
function said({ name, fields }: Table, expected: string): string {
  if (!expected.includes(':')) return name;
  const asked = fields.filter((field) => field.kind !== 'days');
  return `${name}: ${asked.map(({ key, kind }) => (kind === 'text' ? key : `${key}:${kind}`)).join(' ')}`;
}

function formOf(files: Files, table: Table, field: Field): string {
  const form = files[`components/${table.name}Form`] ?? '';
  const id = field.key.replace(/_/g, '-');
  return new RegExp(`<FormField id="${id}"[\\s\\S]*?</FormField>`).exec(form)?.[0] ?? '';
}

/** All but the table itself and its forms: where rows are listed. */
function listsOf(files: Files, table: Table): string {
  return Object.entries(files)
    .filter(
      ([path, text]) =>
        !/Form$|Box$|^entities/.test(path) && (text.includes(`@/entities/${table.name}'`) || path.includes(`/${table.name}`)),
    )
    .map(([, text]) => text)
    .join('\n');
}

describe.each(requests)('%s', (request, name, tables) => {
  test('is understood, and every field has its control and its place in the list', async () => {
    const { words } = await ask(request);
    const files = await built(request);
    const plan = planOf(files);
    expect(plan.name).toBe(name);
    expect(plan.tables.map((table, index) => said(table, tables[index] ?? ''))).toEqual(tables);
    expect(words).toContain(`# ${name}`);
    for (const table of plan.tables) {
      const lists = listsOf(files, table);
      for (const field of inputFields(table)) {
        const place = `${table.name}.${field.key}`;
        const form = formOf(files, table, field);
        expect(form, `${place} in the form`).toMatch(controls[field.kind as keyof typeof controls](field.key.replace(/_/g, '-')));
        for (const option of field.options) expect(form, place).toContain(`value=${JSON.stringify(option)}`);
        expect(lists, `${place} in the list`).toMatch(new RegExp(`\\.${field.key}\\b`));
      }
      const page = files[`pages/${pageOf(plan, table)}`] ?? '';
      for (const part of ['onSearch=', 'sorts=', 'EmptyState', `<${table.name}Form`, 'LoadError', 'NoMatches'])
        expect(page).toContain(part);
      expect(page + lists).toMatch(/RowMenu|onDelete/);
    }
  });

  test('has tables that a server takes, and example rows that fit them', async () => {
    const files = await built(request);
    const { actions } = await ask('add 4 sample rows', files);
    for (const table of planOf(files).tables) {
      const schema = schemaOf(files, table.name);
      const keys = Object.keys(schema.properties);
      expect(keys.every((key) => /^[a-z][a-z0-9_]{0,62}$/.test(key))).toBe(true);
      expect(new Set(keys).size).toBe(table.fields.length);
      expect(keys).toEqual(expect.arrayContaining([...schema.required]));
      const rows = JSON.parse(actions.find((action) => action.file === `entities/${table.name}.json`)?.content ?? '[]') as object[];
      expect(rows).toHaveLength(4);
      for (const row of rows) {
        for (const key of schema.required) expect(row).toHaveProperty(key, expect.anything());
        for (const [key, value] of Object.entries(row)) {
          const { type, enum: choices } = schema.properties[key] ?? {};
          const actual = Array.isArray(value) ? 'array' : typeof value;
          if (value !== null) expect(`${key} ${actual}`).toBe(`${key} ${type === 'integer' ? 'number' : type}`);
          if (choices) expect(choices).toContain(value);
        }
      }
    }
  });

  test('compiles', async () => {
    const files = await built(request);
    expect(await compiler.check({ appId: keyOf(name), versionId: request, name, mainPage: null, files })).toEqual([]);
  });
});

test.each(['make an app', 'i need an app', 'hello there', 'asdf', 'can you help me?', 'what can you do'])(
  '"%s" names nothing to build: the answer says what would help',
  async (request) => {
    const { words, actions } = await ask(request);
    expect(actions).toEqual([]);
    expect(words).toContain('demo assistant');
    expect(words).toContain('A habit tracker with name, frequency and streak');
    expect(words).toContain('OPENAI_API_KEY');
    expect(refusalOf(request)?.text).toBe(words.split('<suggestion>')[0]?.trim());
  },
);

/** What an app says that nobody may keep: answers, mails, secrecy, reminders. Forms of address that no screen uses. */
const empty =
  /\b(?:we|us) (?:will )?(?:write|reply|answer|confirm|call)\b|\bhear (?:back|from us)\b|within a day|the same day|yours alone|your inbox|unsubscribe|remind(?:er|s)? you|(?<!['"`/-])\be-mails?\b|\b(?:every|some|any|no)body\b|\bwhoever\b/i;

test.each(requests)('%s: promises nothing that nothing keeps', async (request) => {
  const { words } = await ask(request);
  expect(words).not.toMatch(empty);
  for (const [path, text] of Object.entries(await built(request))) {
    const said = text.split('\n').filter((line) => !line.trim().startsWith('//'));
    expect(
      said.filter((line) => empty.test(line)),
      path,
    ).toEqual([]);
  }
});

test.each(requests)('%s is not refused before it is tried', (request) => {
  expect(refusalOf(request)).toBeNull();
});

test.each(['things and ', 'let people ', 'app for my ', 'a '])('a long request of “%s” takes no time to read', async (words) => {
  const request = words.repeat(50_000 / words.length);
  const before = performance.now();
  refusalOf(request);
  const { words: said } = await ask(request);
  expect(said).toContain('first 1,000 characters');
  await ask(request, await built('A todo app'));
  // Read whole, each of them takes over ten seconds.
  expect(performance.now() - before).toBeLessThan(5000);
});

const offered = (words: string) => [...words.matchAll(/<suggestion>(.+?)<\/suggestion>/g)].map(([, text = '']) => text);

test('what the refusal offers can be built', async () => {
  const suggestions = offered((await ask('asdf')).words);
  expect(suggestions).toHaveLength(3);
  for (const suggestion of suggestions) expect((await ask(suggestion)).actions.length).toBeGreaterThan(0);
});

test.each(requests)('%s: what is offered next changes the app', async (request) => {
  const first = await ask(request);
  const files = apply({}, first);
  const suggestions = offered(first.words);
  expect(suggestions).toHaveLength(3);
  for (const suggestion of suggestions) {
    const { actions, words } = await ask(suggestion.replace('…', 'Good morning'), files);
    expect(actions.length, `${suggestion}: ${words}`).toBeGreaterThan(0);
  }
});
