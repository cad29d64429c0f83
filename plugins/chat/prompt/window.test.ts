// An app of 40 files and a model of 8,000 tokens.
import type { App, Files } from '@sayso/apps/ref';
import { outlines } from '@sayso/runtime/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MessageDocument } from '../collections.ts';
import { buildMessages, continueMessages, type PromptInput, repairMessages } from './prompt.ts';
import { countTokens, promptBudget } from './tokens.ts';

const WINDOW = 8000;
const body = Array.from({ length: 40 }, (_, line) => `  const value${line} = compute(${line}, 'some text of the page');`).join('\n');

function component(name: string, imports: readonly string[] = []): string {
  const lines = imports.map((path) => `import ${path.replace(/^.*\//, '')} from '@/${path}';`);
  return `${lines.join('\n')}
interface ${name}Props { title: string; onDone?: (id: string) => void }
export default function ${name}({ title, onDone }: ${name}Props) {
${body}
  return <p>{title}</p>;
}
`;
}

const table = (fields: object) => JSON.stringify({ type: 'object', properties: fields }, null, 2);
const names = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${String.fromCharCode(65 + index)}`);

/** 12 pages that import one card each, 17 other components, 8 tables, the layout, a service and a style sheet. */
const files: Files = {
  ...Object.fromEntries(
    names('Page', 12).map((name, at) => [`pages/${name}`, component(name, at < 3 ? [`components/Card${'ABC'[at]}`] : [])]),
  ),
  ...Object.fromEntries(names('Card', 17).map((name) => [`components/${name}`, component(name)])),
  ...Object.fromEntries(
    names('Table', 8).map((name) => [`entities/${name}.json`, table({ title: { type: 'string' }, due: { format: 'date' } })]),
  ),
  layout: component('Layout'),
  'services/prices': `export const priceOf = (id: string): number => ${JSON.stringify(body)}.length + id.length;\nexport const RATE = 3;\n`,
  'globals.css': ':root { --primary: red; }\n'.repeat(60),
};

const given: PromptInput = {
  app: { name: 'Shop', description: 'Sells things' } as App,
  files,
  previousFiles: null,
  addedRows: [],
  history: [],
  window: WINDOW,
  outlines: (all) => outlines({ appId: 'app', files: all }),
  turn: { request: 'Make the title larger', currentPath: '/pageb' },
};
const sizeOf = (messages: readonly { content: string }[]) => messages.reduce((sum, { content }) => sum + countTokens(content), 0);
const ask = async (request: string, more: Partial<PromptInput> = {}) => {
  const messages = await buildMessages({ ...given, ...more, turn: { request, currentPath: '/pageb' } });
  return messages[1]?.content ?? '';
};

test('the app has 40 files, which do not fit into the window', () => {
  expect(Object.keys(files)).toHaveLength(40);
  expect(countTokens(Object.values(files).join('\n'))).toBeGreaterThan(3 * WINDOW);
});

describe('a model of 8,000 tokens', () => {
  test('is shown the current page whole, signatures of other files, and the name of each', async () => {
    const text = await ask('Make the title larger');
    expect(text).toContain(`=== pages/PageB\n${files['pages/PageB']?.trimEnd()}`);
    expect(text).toContain(
      'components/CardA\n  interface CardAProps { title: string; onDone?: (id: string) => void }\n  export default function CardA(',
    );
    expect(text).toContain('entities/TableA.json');
    for (const path of Object.keys(files)) expect(text).toContain(path);
    expect(text.match(/^=== pages/gm)).toHaveLength(1);
  });

  test('is shown the file that the request names rather than others', async () => {
    const text = await ask('Change CardQ');
    expect(text).toContain(`=== components/CardQ\n${files['components/CardQ']?.trimEnd()}`);
    expect(text).not.toContain('=== components/CardP');
  });

  test('is shown the file of a reported error', async () => {
    expect(await ask('Please fix the errors in my app:\n- pages/PageK: x is not defined')).toContain('=== pages/PageK\n');
  });

  test('gets the same prompt for the same input, in whatever order the files are', async () => {
    const reversed = Object.fromEntries(Object.entries(files).reverse());
    expect(await ask('Change CardQ', { files: reversed })).toBe(await ask('Change CardQ'));
  });
});

test('an early decision survives 200 requests', async () => {
  const earlier = [
    'Prices are always with tax',
    ...Array.from({ length: 200 }, (_, at) => `Change the text number ${at} of the first page`),
  ];
  const text = await ask('Make the title larger', { earlier: earlier.map((request) => ({ request, review: null })) });
  expect(text).toContain('- "Prices are always with tax"');
  expect(text).toContain('Change the text number 199 ');
  expect(text).toContain(`=== pages/PageB\n`);
});

test('a larger window holds more: first the files that the shown page imports, then all', async () => {
  const text = await ask('Make the title larger', { window: 12_000 });
  expect(text).toContain('=== pages/PageB\n');
  expect(text).toContain('=== components/CardB\n');
  const whole = await ask('Make the title larger', { window: 200_000 });
  for (const path of Object.keys(files)) expect(whole).toContain(`=== ${path}\n`);
  expect(whole).not.toContain('only the signature');
});

test('what stays the same comes first', async () => {
  const [a, b] = await Promise.all([ask('Make the title larger'), ask('Use a larger title')]);
  expect(a).toBe(b);
  expect(a.trimEnd().endsWith('The person is looking at the page:\n<data>\n"/pageb"\n</data>')).toBe(true);
});

test('the prompts of two turns are equal up to the first file that the first turn changed', async () => {
  const sent = async (more: Partial<PromptInput>) =>
    (await buildMessages({ ...given, window: 200_000, ...more })).map(({ role, content }) => `${role}: ${content}`).join('\n');
  const before = await sent({});
  const changed = { ...files, 'pages/PageL': component('PageL').replace('{title}', '{title}!') };
  const after = await sent({ files: changed, turn: { request: 'Now add a footer', currentPath: '/pagel' } });
  const start = before.indexOf('=== pages/PageL');
  expect(start).toBeGreaterThan(before.length / 2);
  expect(after.slice(0, start)).toBe(before.slice(0, start));
});

test('a request for corrections fits beside long texts everywhere else', async () => {
  const long = 'word '.repeat(4000);
  const earlier = Array.from({ length: 20 }, () => ({ request: long.slice(0, 150), review: null }));
  const turn = { request: long, currentPath: '/pagea', isPlan: true as const };
  const input = { ...given, app: { ...given.app, description: long }, turn, earlier };
  const prompt = await repairMessages(input, long, { problems: [long], wholeFiles: [long] });
  expect(sizeOf(prompt)).toBeLessThanOrEqual(promptBudget(WINDOW));
});

test('a long plan and a long request leave room for the names of the files', async () => {
  const long = 'word '.repeat(4000);
  const said = (role: 'user' | 'assistant') => ({
    role,
    content: long,
    isPlan: role === 'assistant',
    parts: [{ kind: 'text', text: long }],
  });
  const history = [said('user'), said('assistant')] as unknown as MessageDocument[];
  const app = { ...given.app, description: long };
  const prompt = await buildMessages({ ...given, app, history, turn: { request: long, currentPath: '/pagea', isPlan: true } });
  expect(sizeOf(prompt)).toBeLessThanOrEqual(promptBudget(WINDOW));
});

test('no prompt exceeds the window minus the reserve for the answer', async () => {
  const text = fc.oneof(
    fc.string({ maxLength: 200 }),
    fc.nat(60_000).map((length) => 'word '.repeat(length / 5)),
  );
  const message = (role: 'user' | 'assistant') =>
    fc.record({ isPlan: fc.boolean(), content: text }).map(({ isPlan, content }) => {
      return { role, content, isPlan, parts: [{ kind: 'text', text: content }] } as unknown as MessageDocument;
    });
  const app = fc.dictionary(fc.stringMatching(/^pages\/[A-Z][a-z]{1,9}$/), text, { maxKeys: 60 });
  const windows = fc.constantFrom(8000, 8192, 16_000, 32_768);
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        earlier: fc.array(fc.string({ maxLength: 300 }), { maxLength: 40 }),
        ...{ request: text, description: text, app, window: windows, written: text, isPlan: fc.boolean() },
        history: fc.oneof(fc.constant([]), fc.tuple(message('user'), message('assistant'))),
      }),
      async ({ request, description, app: appFiles, window, written, history, isPlan, earlier }) => {
        const one: PromptInput = {
          ...given,
          app: { ...given.app, description },
          turn: { request, currentPath: '/pagea', ...(isPlan ? { isPlan } : {}) },
          files: { ...files, ...appFiles },
          history,
          earlier: earlier.map((each) => ({ request: each, review: null })),
          window,
        };
        const prompts = [
          await buildMessages(one),
          await continueMessages(one, written),
          await repairMessages(one, written, { problems: [written], wholeFiles: [written] }),
        ];
        for (const prompt of prompts) expect(sizeOf(prompt)).toBeLessThanOrEqual(promptBudget(window));
      },
    ),
    { numRuns: 60 },
  );
});
