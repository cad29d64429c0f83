import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectToFit, openForm, pageOf, violations } from './demo-app.ts';
import { type AppState, type DemoWorld, openDemoWorld, type Shown } from './demo-world.ts';

// Requests for changes of an existing app, each verified in the resulting app.

let world: DemoWorld;
beforeAll(async () => {
  world = await openDemoWorld();
});
afterAll(() => world?.[Symbol.asyncDispose]());

const todo = 'A todo app with title and priority';
const habits = 'A habit tracker with name, frequency and streak';
const letter = 'A landing page that collects newsletter sign-ups';
const expenses = 'an expense tracker with categories and a monthly chart';
const studio = 'A CRM for my photography studio: clients, shoots and invoices';

interface Seen {
  readonly app: AppState;
  readonly shown: Shown;
  readonly frame: Frame;
  readonly answer: string;
}

/** Creates an app, sends messages one after another, and runs `look` on the result. */
async function afterSaying(request: string, asked: readonly string[], look: (seen: Seen) => Promise<void>): Promise<void> {
  const id = await world.build(request);
  let answer = '';
  for (const sentence of asked) answer = await world.say(id, sentence);
  const app = await world.read(id);
  await using shown = await world.open(id);
  await look({ app, shown, frame: shown.frame, answer });
  expect(await violations(shown)).toEqual([]);
  expect(shown.complaints).toEqual([]);
}

const table = ({ tables }: AppState, name: string) => {
  const found = tables.find((one) => one.name === name);
  if (!found) throw new Error(`No table ${name} among ${tables.map((one) => one.name).join(', ')}.`);
  return found;
};
const token = (frame: Frame, name: string) =>
  frame.evaluate((property) => getComputedStyle(document.documentElement).getPropertyValue(property), name);
const rowsOn = (frame: Frame) => frame.getByRole('button', { name: /^More for / });
/** Names of the rows, in display order. */
const namesOn = (frame: Frame) =>
  rowsOn(frame).evaluateAll((menus) => menus.map((menu) => menu.getAttribute('aria-label')?.replace('More for ', '')));

describe('a change to an existing app', () => {
  const cases: readonly (readonly [request: string, asked: readonly string[], look: (seen: Seen) => Promise<void>])[] = [
    [
      todo,
      ['add a due date to tasks'],
      async ({ app, shown }) => {
        expect(table(app, 'Todo').properties['due_date']).toMatchObject({ format: 'date' });
        const form = await openForm(shown, table(app, 'Todo'));
        await form.getByText('Due date').waitFor();
      },
    ],
    [
      habits,
      ['rename the title to Small wins'],
      async ({ app, frame }) => {
        expect(app.name).toBe('Small wins');
        await frame.getByText('Small wins').first().waitFor();
      },
    ],
    [
      todo,
      ['make it dark'],
      async ({ frame }) => {
        expect(await token(frame, 'color-scheme')).toBe('dark');
        await frame.locator('.dark').first().waitFor();
      },
    ],
    [todo, ['use green'], async ({ frame }) => expect(await token(frame, '--primary')).toMatch(/ 162\)$/)],
    [
      todo,
      ['add 10 sample rows', 'add a page with a chart of tasks by status'],
      async ({ app, shown, frame }) => {
        const page = app.pages.find((name) => /ByStatus$/.test(name));
        expect(page).toBeDefined();
        await shown.goTo(page ?? '');
        await frame
          .getByRole('heading', { name: /by status$/ })
          .first()
          .waitFor();
        await frame.locator('svg.recharts-surface path').first().waitFor();
        await expectToFit(shown, app.pages);
      },
    ],
    [
      habits,
      ['remove the streak field'],
      async ({ app, shown, frame }) => {
        expect(Object.keys(table(app, 'Habit').properties)).not.toContain('streak');
        const form = await openForm(shown, table(app, 'Habit'));
        expect(await form.getByText('Streak').count()).toBe(0);
        await shown.page.keyboard.press('Escape');
        await form.waitFor({ state: 'detached' });
        expect(await frame.getByText(/streak/i).count()).toBe(0);
      },
    ],
    [
      expenses,
      ['add 10 sample rows', 'sort by date'],
      async ({ app, shown, frame }) => {
        await shown.goTo(pageOf(app, table(app, 'Expense')));
        await frame.getByRole('combobox', { name: 'Sort by' }).getByText('By date').waitFor();
        await expect.poll(() => namesOn(frame)).toHaveLength(10);
      },
    ],
    [
      studio,
      ['add 10 sample rows'],
      async ({ app, shown, frame }) => {
        for (const one of app.tables) {
          await shown.goTo(pageOf(app, one));
          await rowsOn(frame).first().waitFor();
          expect((await namesOn(frame)).length, one.name).toBeGreaterThan(3);
        }
        await expectToFit(shown, app.pages);
      },
    ],
    [
      todo,
      ['add a due date to tasks', 'undo the last change'],
      async ({ app, shown, answer }) => {
        expect(answer).toContain('before the last change');
        expect(Object.keys(table(app, 'Todo').properties)).not.toContain('due_date');
        expect(await (await openForm(shown, table(app, 'Todo'))).getByText('Due date').count()).toBe(0);
      },
    ],
    [
      todo,
      ['Please change the permissions for entity "Todo" to "Admin Only"'],
      async ({ app }) => expect(table(app, 'Todo')['x-accessControl'].permissions).toEqual({ read: 'admin', write: 'admin' }),
    ],
    [
      studio,
      [
        'add a deposit to shoots and sort shoots by date',
        'use violet',
        'add a table of albums with title and photo',
        'remove the notes from clients',
        'show clients as a table',
        'make it dark',
        'rename the app to "Atelier"',
      ],
      async ({ app, shown, frame }) => {
        expect(app.tables.map(({ name }) => name)).toEqual(['Client', 'Shoot', 'Invoice', 'Album']);
        await frame.getByText('Atelier').first().waitFor();
        for (const one of app.tables) {
          await shown.goTo(pageOf(app, one));
          const form = await openForm(shown, one);
          await shown.page.keyboard.press('Escape');
          await form.waitFor({ state: 'detached' });
        }
        await expectToFit(shown, app.pages);
      },
    ],
  ];

  it.concurrent.each(cases)('%s: %s', afterSaying);

  it.concurrent('only signed-in people may add: a visitor is asked to log in, and the page says so', async () => {
    const id = await world.build(letter);
    await world.say(id, 'only signed-in people may add');
    const app = await world.read(id);
    expect(table(app, 'Signup')['x-accessControl'].permissions).toEqual({ read: 'admin', write: 'creator' });
    const context = await world.browser.newContext({ viewport: { width: 375, height: 812 } });
    const page = await context.newPage();
    await page.goto(await world.publish(id));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page
      .getByRole('button', { name: /log in/i })
      .first()
      .waitFor();
    expect(await page.locator('form').count()).toBe(0);
    await context.close();
  });
});

describe('an error in the app', () => {
  it.concurrent.for(['Please fix the errors in my app', 'Fix this error: Broken on purpose in components/TodoCard'])(
    '%s',
    async (sentence, { expect: expectHere }) => {
      const id = await world.build(todo);
      await world.say(id, 'add 3 sample rows');
      await world.edit(id, 'components/TodoCard', "export default function TodoCard() {\n  throw new Error('Broken on purpose');\n}\n");
      {
        await using broken = await world.open(id, { waitFor: 'body' });
        await expectHere.poll(() => broken.complaints.join('\n')).toContain('Broken on purpose');
      }
      expect(await world.say(id, sentence)).toContain('restored it');
      await using shown = await world.open(id);
      await expectHere.poll(() => rowsOn(shown.frame).count()).toBe(3);
      expect(shown.complaints).toEqual([]);
    },
  );
});

describe('requests that are not understood', () => {
  it.concurrent.each(['what is the weather like', 'make it faster', 'translate everything into Klingon'])(
    '“%s”: the app stays as it is, and the answer says what can be done and how to connect a model',
    async (sentence) => {
      const id = await world.build(todo);
      const before = await world.read(id);
      const answer = await world.say(id, sentence);
      expect(answer).toContain('did not understand');
      expect(answer).toContain('add a due date to todos');
      expect(answer).toContain('OPENAI_API_KEY');
      expect(await world.read(id)).toEqual(before);
    },
  );

  it.concurrent('a first request without a subject creates no app and suggests alternatives', async () => {
    const answer = await world.ask('hello, can you help me?');
    expect(answer).toContain('demo assistant');
    expect(answer).toContain('A habit tracker with name, frequency and streak');
    expect(answer).toContain('OPENAI_API_KEY');
  });
});
