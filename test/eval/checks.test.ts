import { expect, it } from 'vitest';
import { board, type Check, choice, colour, date, field, noField, number, pages, shows, table, tablesOf, yesNo } from './checks.ts';
import { cases } from './requests/index.ts';

const properties = {
  title: { type: 'string' },
  phoneNumber: { type: 'string' },
  hours: { type: 'integer' },
  due_date: { type: 'string', format: 'date' },
  status: { type: 'string', enum: ['To do', 'done'] },
  isPaid: { type: 'boolean' },
};
const app = {
  files: {
    'entities/ShoppingItem.json': JSON.stringify({ name: 'ShoppingItem', type: 'object', properties }),
    'entities/Broken.json': '{',
    'pages/Home': 'import { Board } from "@/components/blocks/board"; export default () => <Board />;',
    'globals.css': ':root { --primary: #ea580c; }',
  },
  shown: { '/home': 'My shopping', '/empty': ' ' },
};

it.each<[Check, boolean]>([
  [table('shop|cart', 'title', 'phone'), true],
  [table('shop', 'colour'), false],
  [table('broken'), false],
  [field('phone number'), true],
  [number('hour'), true],
  [number('title'), false],
  [date('due'), true],
  [choice('status', 'todo', 'done'), true],
  [choice('status', 'doing'), false],
  [yesNo('paid'), true],
  [noField('rating'), true],
  [noField('phone'), false],
  [pages(1), true],
  [pages(2), false],
  [shows('SHOPPING'), true],
  [board, true],
  [colour('orange', [15, 45]), true],
  [colour('green', [80, 170]), false],
])('checks $0.name', (check, holds) => {
  expect(check.holds(app)).toBe(holds);
});

it.each([
  ['oklch(0.7 0.19 48)', [15, 45]],
  ['142 70% 45%', [80, 170]],
  ['hsl(270deg 60% 50%)', [255, 300]],
  ['#ff0080', [300, 350]],
] as const)('reads the hue of %s', (value, range) => {
  expect(colour('none', range).holds({ files: { 'globals.css': `--primary: ${value};` }, shown: {} })).toBe(true);
});

it('reads no columns of a schema that is no JSON', () => {
  expect(tablesOf(app).map(({ name }) => name)).toEqual(['ShoppingItem']);
});

it('has 40 requests with 40 follow-ups, each with checks', () => {
  expect(new Set(cases.map(({ id }) => id)).size).toBe(40);
  for (const { checks, followUp } of cases) expect(Math.min(checks.length, followUp.checks.length)).toBeGreaterThan(0);
});
