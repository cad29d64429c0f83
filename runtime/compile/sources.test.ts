import { expect, test } from 'vitest';
import { withTodaysColours } from './sources.ts';

test('converts colour tokens of older kit versions, in code only', () => {
  const files = {
    'pages/Home': '<Bar fill="hsl(var(--chart-1))" className="bg-[hsl(var(--primary))]" stroke="hsl(var(--a) / 0.5)"/>',
    'globals.css': '.a { color: hsl(var(--primary)) }',
    'entities/Habit.json': '{"x":"hsl(var(--primary))"}',
  };
  expect(withTodaysColours(files)).toEqual({
    ...files,
    'pages/Home': '<Bar fill="var(--chart-1)" className="bg-[var(--primary)]" stroke="hsl(var(--a) / 0.5)"/>',
  });
  const others = { 'pages/Home': '<p/>' };
  expect(withTodaysColours(others)).toBe(others);
});
