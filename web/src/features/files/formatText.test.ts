import { expect, it } from 'vitest';
import { formatText } from './formatText.ts';

it.each([
  [
    'pages/Home',
    "const a:number=1\nexport default ()=><p className='x'>{a}</p>",
    'const a: number = 1;\nexport default () => <p className="x">{a}</p>;\n',
  ],
  ['globals.css', 'a{color:red}', 'a {\n  color: red;\n}\n'],
  ['entities/Habit.json', '{"name":"Habit"}', '{ "name": "Habit" }\n'],
  ['pages/Home', 'const a = ', null],
])('formats %s', async (path, text, expected) => {
  expect(await formatText(path, text)).toBe(expected);
});
